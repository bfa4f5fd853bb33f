/** The WordPresses of the tests, by the part of `npm run test:all` that runs on each. */

/** A WordPress of a Debian suite, and the PHP that it runs on. Debian's suites have one version at a time. */
export interface Version {
  suite: 'bookworm' | 'trixie' | 'sid';
  wordPress: string;
  php: keyof typeof suitesOfPhp;
  /** A network of two sites, with the plugin on both. */
  isNetwork?: boolean;
}

/** The suite that a PHP comes from where the machine has another one. */
export const suitesOfPhp = { '8.2': 'bookworm', '8.4': 'trixie' } as const;

export const versions: Record<string, Version> = {
  wordpress: { suite: 'bookworm', wordPress: '6.1', php: '8.2' },
  'wordpress-6.8': { suite: 'trixie', wordPress: '6.8', php: '8.2' },
  'wordpress-7.1-php-8.4': { suite: 'sid', wordPress: '7.1', php: '8.4' },
  'wordpress-network': { suite: 'trixie', wordPress: '6.8', php: '8.4', isNetwork: true },
};
