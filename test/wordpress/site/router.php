<?php
/**
 * The page cache in front of WordPress in the tests: a cache that keeps whole pages by their URL,
 * whoever asks, while the file `page-cache` is there. Then PHP's own server goes on.
 */

$folder = dirname(__DIR__) . '/page-cache';
$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/favicon.ico') {
    http_response_code(204);
    return true;
}
// WordPress's own files belong to every site of a network, as by its rewrite rules.
if (preg_match('~^/two(/.*\.php|/wp-(?:admin|content|includes)/.*)$~', $path, $found)) {
    $own = $_SERVER['DOCUMENT_ROOT'] . (str_ends_with($found[1], '/') ? "$found[1]index.php" : $found[1]);
    if (str_ends_with($own, '.php') && is_file($own)) {
        $_SERVER['PHP_SELF'] = $_SERVER['SCRIPT_NAME'] = substr($own, strlen($_SERVER['DOCUMENT_ROOT']));
        chdir(dirname($own));
        require $own;
        return true;
    }
    header('Location: ' . $found[1], true, 302);
    return true;
}
$file = $folder . '/' . sha1($_SERVER['REQUEST_URI']);
if (!is_dir($folder) || $_SERVER['REQUEST_METHOD'] !== 'GET' || preg_match('~^/wp-|\.\w+$~', $path)) {
    return false;
}
header('X-Page-Cache: ' . (is_file($file) ? 'hit' : 'miss'));
if (is_file($file)) {
    readfile($file);
    return true;
}
ob_start(static function (string $html) use ($file): string {
    file_put_contents($file, $html);
    return $html;
});
return false;
