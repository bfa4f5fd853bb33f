/**
 * Stands for Lit in the build of `private-podcast-subscribe/server`: there a template is data and
 * nothing more. Lit itself asks for a `document` when it loads, unless it runs in Node.
 */
export const nothing = Symbol.for('lit-nothing');

export const html = (strings: TemplateStringsArray, ...values: unknown[]) => ({ strings, values });
