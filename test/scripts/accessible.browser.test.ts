/** The assertion on which every accessibility test rests can fail. */
import { expect, fixture, html } from '@open-wc/testing';

describe('accessible: the assertion of @open-wc/testing', () => {
  it('fails for a button without a name', async () => {
    const element = await fixture(html`<div><button></button></div>`);
    let fault: unknown;
    try {
      await expect(element).to.be.accessible();
    } catch (error) {
      fault = error;
    }
    expect(String(fault)).to.contain('button-name');
  });
});
