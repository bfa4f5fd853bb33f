// @ts-check
/**
 * The three accounts of the demo's log-in. A real site has them in its membership system. What
 * matters is that the e-mail address comes from there, never from the page.
 */

/**
 * @typedef {object} Account
 * @property {string} id
 * @property {string} name
 * @property {string} email
 * @property {string} status Description of the account on the log-in page.
 * @property {{ until?: string }} [membership] Absent if never a member. `until`: last day (ISO 8601).
 * @property {{ text: string, action: string }} offer What the site says to someone without access.
 */

/** @type {readonly Account[]} */
export const accounts = [
  {
    id: 'mira',
    name: 'Mira',
    email: 'mira@readers.example',
    status: 'A member',
    membership: {},
    offer: { text: 'Your membership is being renewed.', action: 'See your membership' },
  },
  {
    id: 'jonas',
    name: 'Jonas',
    email: 'jonas@readers.example',
    status: 'Not a member',
    offer: {
      text: 'The podcast comes with a membership, along with four printed issues a year.',
      action: 'Become a member',
    },
  },
  {
    id: 'aino',
    name: 'Aino',
    email: 'aino@readers.example',
    status: 'Membership ended',
    membership: { until: '2026-08-31' },
    offer: {
      text: 'Your membership ended on 31 August. Renew it, and your feed works again at once.',
      action: 'Renew your membership',
    },
  },
];
