/** Code that must type-check in an app, and code that must not: `@ts-expect-error` fails where nothing is wrong. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../package/install.js';

const { modules } = JSON.parse(readFileSync(join(root, 'custom-elements.json'), 'utf8')) as {
  modules: { declarations: { attributes?: { name: string }[] }[] }[];
};
const attributes = modules.flatMap(({ declarations }) =>
  declarations.flatMap((declaration) => (declaration.attributes ?? []).map(({ name }) => name)),
);

export const reactTypes = `
import type { PrivatePodcastSubscribeAttributes } from 'private-podcast-subscribe/jsx';
import { PrivatePodcastSubscribe } from 'private-podcast-subscribe/react';

export const attributes: (keyof PrivatePodcastSubscribeAttributes)[] = ${JSON.stringify(attributes)};

export const right = [
  <PrivatePodcastSubscribe
    key="1"
    feedUrl="https://feeds.example/1"
    appOverrides={[{ id: 'castro', listed: false }]}
    episodes={3}
    forgetApp
    links="direct"
    className="podcast"
    onPpsAppSelect={({ app, via }) => console.log(app.length, via.length)}
    onClick={() => undefined}
    ref={(element) => void element?.state}
  />,
  <private-podcast-subscribe key="2" feed-url="https://feeds.example/1" forget-app episodes={3} class="podcast" />,
];
export const wrong = [
  // @ts-expect-error there is no such property
  <PrivatePodcastSubscribe key="1" feedUri="" />,
  // @ts-expect-error it is read-only
  <PrivatePodcastSubscribe key="2" state="ready" />,
  // @ts-expect-error a token comes as a promise
  <PrivatePodcastSubscribe key="3" getToken={() => 'token'} />,
  // @ts-expect-error the event has another field
  <PrivatePodcastSubscribe key="4" onPpsAppSelect={({ guid }) => guid} />,
  // @ts-expect-error attributes have hyphens
  <private-podcast-subscribe key="5" feedUrl="" />,
  // @ts-expect-error no attribute takes a function
  <private-podcast-subscribe key="6" getToken={() => Promise.resolve('')} />,
  // @ts-expect-error there is no such value
  <private-podcast-subscribe key="7" links="both" />,
  // @ts-expect-error there is no such value
  <private-podcast-subscribe key="9" player="mine" />,
  // @ts-expect-error a method is called, not set
  <PrivatePodcastSubscribe key="10" play={() => Promise.resolve(true)} />,
  // @ts-expect-error React 18 would write it, which makes it true
  <private-podcast-subscribe key="8" forget-app={false} />,
];
`;

export const vueTypes = `
<script setup lang="ts">
import type {} from 'private-podcast-subscribe/vue';
</script>
<template>
  <private-podcast-subscribe feed-url="https://feeds.example/1" :episodes="3" links="direct" class="podcast" />
  <!-- @vue-expect-error a token comes as a promise -->
  <private-podcast-subscribe :getToken="() => 'token'" />
  <!-- @vue-expect-error there is no such value -->
  <private-podcast-subscribe links="both" />
  <!-- @vue-expect-error the event has another field -->
  <private-podcast-subscribe @pps-app-select="({ guid }) => guid" />
</template>
`;

/** Importing only \`private-podcast-subscribe/define\`. */
export const defineTypes = `
import 'private-podcast-subscribe/define';
const made = document.createElement('private-podcast-subscribe');
made.feedUrl = 'https://feeds.example/1';
document.addEventListener('pps-episode-play', ({ guid }) => guid.length);
// @ts-expect-error there is no such property
made.feedUri = '';
// @ts-expect-error the event has another field
made.addEventListener('pps-error', ({ guid }) => guid);
`;
