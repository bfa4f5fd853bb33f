/** The package comes without types. */
declare module '@php-wasm/node-8-0' {
  import type { PHPLoaderModule } from '@php-wasm/universal';
  export function getPHPLoaderModule(): Promise<PHPLoaderModule>;
}
