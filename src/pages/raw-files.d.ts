/** A file's text, put into the build by Vite. */
declare module '*?raw' {
  const text: string;
  export default text;
}
