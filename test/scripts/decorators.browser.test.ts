/** The compiler flags that Lit's decorators need reach the test runner too. */
import { expect, fixture, html } from '@open-wc/testing';
import { LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';

@customElement('decorated-element')
class DecoratedElement extends LitElement {
  @property({ attribute: 'given-name' }) accessorName = 'nobody';

  protected override render(): TemplateResult {
    return html`<p>Hello ${this.accessorName}</p>`;
  }
}

describe('decorators', () => {
  it('makes a reactive property of a decorated field', async () => {
    const element = await fixture<DecoratedElement>(
      html`<decorated-element given-name="Ada"></decorated-element>`,
    );
    expect(element.shadowRoot?.textContent).to.equal('Hello Ada');

    element.accessorName = 'Grace';
    await element.updateComplete;
    expect(element.shadowRoot?.textContent).to.equal('Hello Grace');
  });

  it('finds faults of accessibility', async () => {
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
