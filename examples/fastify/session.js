/** In place of your log-in: everyone is the member that the environment names. */

/**
 * The e-mail address of whoever is logged in, from your session, never from the page; `undefined` for
 * a visitor. Your own function reads the request that it is given.
 */
export const memberOf = () => process.env.MEMBER;
