/** The titles of the shows of a soak: each tells in a member's feed which show it is. */
export const membersTitle = 'The show for members';
export const hostTitle = 'The show at the host';
export const eventsTitle = 'The show of the events';
