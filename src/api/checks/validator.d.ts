/** The one function that we use of `validator`, which brings no types of its own. */
declare module 'validator/lib/isEmail.js' {
  export default function isEmail(
    text: string,
    options?: {
      ignore_max_length?: boolean;
      allow_utf8_local_part?: boolean;
      require_tld?: boolean;
    },
  ): boolean;
}
