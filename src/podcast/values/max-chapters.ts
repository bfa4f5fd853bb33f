/**
 * The most chapters of one episode that are read; the rest are left out. The longest real
 * episodes have fewer than 200, and a list of 100,000 would freeze the page.
 */
export const MAX_CHAPTERS = 1_000;
