/**
 * The parts of the types for frameworks. All of it is read off the element's class, so that a
 * new property is in every framework's types at once.
 */
import type { LitElement } from 'lit';
import type { PrivatePodcastSubscribe } from '../private-podcast-subscribe.js';

/** The properties that a page may set. */
export type ElementProperties = Omit<PrivatePodcastSubscribe, keyof LitElement | 'state' | 'play'>;

/** `feedUrl` as an attribute has it: `feed-url`. */
type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : '';

/** Properties that an attribute can set: neither functions nor objects. */
type AttributeProperty = {
  [Name in keyof ElementProperties]: Extract<
    ElementProperties[Name],
    string | number | boolean
  > extends never
    ? never
    : Name;
}[keyof ElementProperties];

/**
 * An attribute's value. That a boolean attribute is there makes it true, whatever its value, and
 * not every framework leaves it out for `false`.
 */
type AttributeValue<Value> = Value extends boolean ? true | '' : Extract<Value, string | number>;

/** The element's attributes, for templates that write the tag itself. */
export type ElementAttributes = {
  [Name in AttributeProperty as KebabCase<Name>]?: AttributeValue<ElementProperties[Name]>;
};
