// @ts-check
/** The site's pages. `html` escapes every value. */
import { html, raw } from 'hono/html';
import { renderSubscribeElement } from 'private-podcast-subscribe/server';
import { accounts } from './accounts.js';

/**
 * @typedef {import('./accounts.js').Account} Account
 * @typedef {import('private-podcast-subscribe/podcast').Podcast} Podcast
 * @typedef {ReturnType<typeof html>} Html
 */

const helpAddress = 'listen@breakwater.example';

/**
 * @param {object} page
 * @param {string} page.title
 * @param {Html | string} [page.scripts]
 * @param {Account} [page.account] The account that is logged in.
 * @param {Html} page.main
 */
function layout({ title, scripts = '', account, main }) {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · The Breakwater Review</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="/site.css" />
        ${scripts}
      </head>
      <body>
        <header class="masthead">
          <a class="wordmark" href="/">The Breakwater Review</a>
          ${
            account
              ? html`<form class="session" method="post" action="/log-out">
                  <span>${account.name}</span>
                  <button class="link">Log out</button>
                </form>`
              : html`<span class="session">A quarterly of coasts</span>`
          }
        </header>
        <main>${main}</main>
        <footer class="colophon">
          <p>This magazine is made up. The demo is real.</p>
          ${
            account &&
            html`<p>
              The feed service can also
              <a href="/member?service">answer the member’s page by itself</a>.
            </p>`
          }
        </footer>
      </body>
    </html>`;
}

/** @param {Account} account */
function logInButton({ id, name, status }) {
  return html`<li>
    <button class="account" name="account" value="${id}">
      <strong>${name}</strong>
      <span>${status}</span>
    </button>
  </li>`;
}

/** @param {{ podcast: Podcast, account?: Account | undefined }} content */
export function homePage({ podcast, account }) {
  return layout({
    title: podcast.title,
    account,
    main: html`
      <section class="hero">
        ${
          podcast.image
            ? html`<span class="cover"><img src="${podcast.image}" alt="" /></span>`
            : ''
        }
        <div>
          <p class="eyebrow">The members’ podcast</p>
          <h1 dir="auto">${podcast.title}</h1>
          <p class="lede" dir="auto" lang="${podcast.language ?? ''}">
            ${podcast.subtitle ?? podcast.author ?? ''}
          </p>
          ${
            account
              ? html`<p><a class="button" href="/member">Go to your feed</a></p>`
              : html`<form method="post" action="/log-in">
                  <h2>Log in as</h2>
                  <ul class="accounts">
                    ${accounts.map(logInButton)}
                  </ul>
                </form>`
          }
        </div>
      </section>
      <section class="membership" id="membership">
        <h2>Membership</h2>
        <p>
          Four printed issues a year, the archive, and the podcast in the app you already have. It
          costs as much as a coffee on the quay, once a month.
        </p>
      </section>
    `,
  });
}

/**
 * The content between the element's tags: a way to the podcast if no script runs, and the publisher's
 * own texts for a member without access.
 * @param {{ podcast: Podcast, account: Account }} content
 */
const elementChildren = ({ podcast, account }) =>
  html`<p><a href="/listen">Open ${podcast.title} in your podcast app</a></p>
    <div slot="no-access" class="offer">
      <p>${account.offer.text}</p>
      <p><a class="button" href="/#membership">${account.offer.action}</a></p>
    </div>`;

/**
 * The element: rendered here if the member's Subscription is known, else with its token alone.
 * @param {object} content
 * @param {Podcast} content.podcast
 * @param {Account} content.account
 * @param {string} content.token A fresh subscribe token.
 * @param {string} content.endpoint The subscribe handler: this site's, or the feed service's own.
 * @param {import('private-podcast-subscribe/server').Subscription} [content.subscription]
 * @param {string} [content.userAgent] Of the request.
 * @returns {Promise<Html | string>}
 */
export async function memberElement(content) {
  const { podcast, account, token, endpoint, subscription, userAgent } = content;
  const attributes = {
    token,
    endpoint,
    'podcast-title': podcast.title,
    'podcast-image': podcast.image,
    contact: helpAddress,
  };
  const children = String(await elementChildren({ podcast, account }));
  if (subscription) {
    const locale = 'en-GB';
    return raw(
      await renderSubscribeElement({ subscription, attributes, userAgent, locale, children }),
    );
  }
  return html`<private-podcast-subscribe
    token="${token}"
    endpoint="${endpoint}"
    podcast-title="${podcast.title}"
    podcast-image="${podcast.image ?? ''}"
    contact="${helpAddress}"
  >
    ${raw(children)}
  </private-podcast-subscribe>`;
}

/**
 * The member page, which is the integration: the script tag and the element.
 * @param {{ account: Account, element: Html | string, scriptUrl: string }} content
 */
export function memberPage({ account, element, scriptUrl }) {
  return layout({
    title: 'Listen',
    account,
    scripts: html`<script type="module" src="${scriptUrl}"></script>
      <script type="module" src="/member.js"></script>`,
    main: html`
      <header class="intro">
        <h1>Listen where you like</h1>
        <p class="lede">Your personal podcast, in the app you already use.</p>
      </header>

      ${element}

      <section class="membership">
        <h2>From issue 31</h2>
        <p>
          You can tell slack water by the moorings. In Falmouth
          <a href="#episode=slack-hour-s2e6&t=3">half the boats point upriver</a>, and none of them
          is sure. At four in the morning
          <a href="#episode=slack-hour-s2-bonus&t=10">Muttrah has one sound</a>: water on a hull.
        </p>
      </section>

      <section class="questions">
        <div>
          <h2>Why only mine?</h2>
          <p>Your link is personal. Anyone who has it can listen as you.</p>
        </div>
        <div>
          <h2>A second device?</h2>
          <p>Open this page on it, or use the same app there.</p>
        </div>
        <div>
          <h2>Need help?</h2>
          <p>Write to <a href="mailto:${helpAddress}">${helpAddress}</a>.</p>
        </div>
      </section>
    `,
  });
}

/**
 * Shown by `/listen` when there is no feed: no access, or the feed service is unavailable.
 * @param {{ account: Account, hasAccess: boolean }} content
 */
export function offerPage({ account, hasAccess }) {
  return layout({
    title: 'Membership',
    account,
    main: html`<header class="intro">
      <h1>${hasAccess ? 'Please try again soon' : 'For members'}</h1>
      <p class="lede">
        ${hasAccess ? 'Our podcast service isn’t responding. Try again in a minute.' : account.offer.text}
      </p>
      <p><a class="button" href="/member">Back</a></p>
    </header>`,
  });
}
