/**
 * Replaces Lit in the builds of `private-podcast-subscribe/server` and of the service, where a template and a style
 * sheet are data and nothing more. Lit itself asks for a `document` when it loads, unless it runs in
 * Node: there it sets global names, as `customElements`, which is not ours to do on a publisher's server.
 */
export const nothing = Symbol.for('lit-nothing');

export const html = (strings: TemplateStringsArray, ...values: unknown[]) => ({ strings, values });

export const unsafeCSS = (text: string) => text;

/** SVG needs a tag of its own only where a browser builds nodes. */
export const svg = html;
