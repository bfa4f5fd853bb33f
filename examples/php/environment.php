<?php
/** Reads `.env`, and what the server sets. */

declare(strict_types=1);

/** A setting. It throws where there is none: an empty secret would sign tokens that anybody can make. */
function setting(string $name): string
{
    static $file = null;
    $file ??= is_file(__DIR__ . '/.env') ? parse_ini_file(__DIR__ . '/.env', false, INI_SCANNER_RAW) : [];
    $value = $_SERVER[$name] ?? getenv($name) ?: ($file[$name] ?? '');
    if (!is_string($value) || $value === '') {
        throw new RuntimeException("$name is not set. Put it into .env or the server's environment.");
    }
    return $value;
}
