/** The part of fs-native-extensions, which has no types of its own, that the data folder uses. */
declare module 'fs-native-extensions' {
  const locks: {
    /** Takes an exclusive lock on bytes of an open file. Returns false if another process has it. */
    tryLock(fd: number, offset: number, length: number): boolean;
  };
  export default locks;
}
