/** The parts of PHP that the tests use: the packages are installed beside this file, when these tests run. */
declare module '@php-wasm/node-8-0' {
  export function getPHPLoaderModule(): Promise<object>;
}

declare module '@php-wasm/universal' {
  export function loadPHPRuntime(module: object): Promise<number>;
  export class PHP {
    constructor(runtime: number);
    writeFile(path: string, text: string): void;
    runStream(options: { code: string }): Promise<{ readonly stdoutText: Promise<string> }>;
    exit(): void;
  }
}
