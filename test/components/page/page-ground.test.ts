/** The bar is opaque and looks like the page, whatever that lays below the element. */
import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import {
  pageColors,
  pageGround,
  type PageColors,
} from '../../../src/components/page/page-ground.js';
import { json, placedWithEpisodes, podcast, useNetwork } from '../../support/element/element.js';
import { openBar, pauses, mediaOf, useRecordings } from '../../support/element/player.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

/** The colour that a browser makes of the ground, of an element in a page that looks like that. */
async function groundIn(look: string, around = 'background: rgb(255, 255, 255)'): Promise<string> {
  const page = await fixture<HTMLElement>(
    html`<div>
      <div><p></p></div>
    </div>`,
  );
  page.style.cssText = around;
  (page.firstElementChild as HTMLElement).style.cssText = look;
  const element = page.querySelector('p')!;
  const ground = pageGround(element);
  element.style.background = ground;
  return getComputedStyle(element).backgroundColor;
}

describe('pageGround', () => {
  it('is the colour of the nearest ancestor that has one', async () => {
    expect(await groundIn('background: rgb(1, 2, 3)')).to.equal('rgb(1, 2, 3)');
    expect(await groundIn('')).to.equal('rgb(255, 255, 255)');
  });

  it('is a colour in the notation that the page has it in', async () => {
    expect(await groundIn('background: oklch(0.2 0.02 250)')).to.equal('oklch(0.2 0.02 250)');
  });

  it('lays what shines through over what is below it', async () => {
    const ground = await groundIn('background: rgba(0, 0, 0, 0.8)');
    const [red = NaN] = (/[\d.]+(?= )/.exec(ground) ?? []).map(Number);
    expect(ground).to.match(/^color\(srgb [\d.]+ [\d.]+ [\d.]+\)$/);
    expect(red).to.be.closeTo(0.2, 0.01);
  });

  it('is one on which the page’s text can be read where that lies over a picture', async () => {
    const picture = 'background: linear-gradient(rgb(0 0 0), rgb(9 9 9))';
    expect(await groundIn(`${picture}; color: white`)).to.equal('rgb(0, 0, 0)');
    expect(await groundIn(`${picture}; color: oklch(0.98 0 0)`)).to.equal('rgb(0, 0, 0)');
    expect(await groundIn(`${picture}; color: rgb(20, 20, 20)`)).to.equal('rgb(255, 255, 255)');
  });
});

describe('PlayerBar: on a page that changes', () => {
  const network = useNetwork();
  useRecordings();

  it('turns dark with the page while it is paused', async () => {
    network.parser = json(podcast(1));
    const element = await placedWithEpisodes();
    element.parentElement!.style.cssText = 'background: rgb(255, 255, 255); color: rgb(0, 0, 0)';
    const player = await openBar(element);
    mediaOf(element).pause();
    await pauses(element);
    const ground = () => player.style.getPropertyValue('--_ground');
    await waitUntil(() => ground() === 'rgb(255, 255, 255)', 'a light bar');
    element.parentElement!.style.cssText = 'background: rgb(0, 0, 0); color: rgb(255, 255, 255)';
    await waitUntil(() => ground() === 'rgb(0, 0, 0)', 'a dark bar');
  });
});

describe('pageColors', () => {
  /** The colours of an element in a page that looks like that. */
  async function colorsIn(look: string): Promise<PageColors> {
    const page = await fixture<HTMLElement>(html`<div><i></i></div>`);
    page.style.cssText = look;
    return pageColors(page.querySelector('i')!);
  }

  for (const [paper, ink] of [
    ['rgb(20, 20, 30)', 'rgb(240, 230, 220)'],
    ['oklch(0.2 0.02 250)', 'oklch(0.9 0 0)'],
    ['rgb(255, 255, 255)', 'rgb(118, 118, 118)'],
  ]) {
    it(`are the page's (${ink} on ${paper})`, async () => {
      const colors = await colorsIn(`background: ${paper}; color: ${ink}`);
      expect(colors).to.deep.equal({ paper, ink: 'inherit' });
    });
  }

  for (const [paper, ink] of [
    ['rgb(20, 20, 30)', 'rgb(30, 30, 40)'],
    ['rgb(255, 255, 255)', 'rgb(120, 120, 120)'],
  ]) {
    it(`are the system's pair where the page's text could not be read (${ink} on ${paper})`, async () => {
      const colors = await colorsIn(`background: ${paper}; color: ${ink}`);
      expect(colors).to.deep.equal({ paper: 'Canvas', ink: 'CanvasText' });
    });
  }
});
