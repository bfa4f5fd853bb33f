/** How the handlers of the benchmarks reach their operator. @param {string} url of the operator */
export const serviceAt = (url) => ({
  tokenUrl: url,
  baseUrl: url,
  parserUrl: url,
  consumeUrl: `${url}/consume`,
  clientId: 'client',
  clientSecret: 'client-secret',
  onboardingOriginId: 'origin',
});
