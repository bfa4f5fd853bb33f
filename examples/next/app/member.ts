/** In place of your log-in: everyone is the member that the environment names; `undefined` for a visitor. */
export const memberOf = async (): Promise<{ email: string } | undefined> =>
  process.env.MEMBER ? { email: process.env.MEMBER } : undefined;
