// @ts-check
/**
 * The three members that the demo's log-in offers. A real site has these in its membership
 * system; what matters is that the e-mail address comes from there, never from the page.
 */

/**
 * @typedef {object} Account
 * @property {string} id
 * @property {string} name
 * @property {string} email
 * @property {string} status What the log-in says about the account.
 * @property {{ until?: string }} [membership] Absent: never a member. `until`: its last day (ISO 8601).
 * @property {{ text: string, action: string }} offer What the site says where there is no access.
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
      text: 'The podcast comes with a membership, and so do four printed issues a year.',
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
      text: 'Your membership ended on 31 August. Your feed comes back the moment you renew.',
      action: 'Renew your membership',
    },
  },
];
