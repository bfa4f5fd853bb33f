/** Tests that a document names: links whose text is the title of a test and which lead to its file. */
import { posix } from 'node:path';
import { paths, read } from './documents.js';

export interface NamedTest {
  file: string;
  title: string;
}

const LINK = /\[([^\]]+)\]\(((?:\.\.\/)?test\/[^)#]+\.ts)\)/g;

/** The tests that a piece of Markdown names, in a document of this folder. */
export const testsNamedIn = (markdown: string, folder: string): NamedTest[] =>
  [...markdown.matchAll(LINK)].map(([, title = '', href = '']) => ({
    file: posix.join(folder, href),
    title: title.replace(/\\([\\*_<])/g, '$1'),
  }));

/** Whether the file is there and has the title, between any quotes. */
export const isThere = ({ file, title }: NamedTest): boolean =>
  paths.includes(file) &&
  [`'${title}'`, `"${title}"`, `\`${title}\``].some((written) => read(file).includes(written));
