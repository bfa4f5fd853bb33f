'use client';

import { useState } from 'react';
import { PrivatePodcastSubscribe } from 'private-podcast-subscribe/react';
import { getToken } from './get-token';

const texts = { personal: 'Your members’ podcast' };

export function Podcast() {
  const [status, setStatus] = useState('Loading your podcast …');
  return (
    <section>
      <p role="status">{status}</p>
      <PrivatePodcastSubscribe
        endpoint="/subscribe"
        getToken={getToken}
        texts={texts}
        onPpsReady={() => setStatus('Your podcast is ready.')}
        onPpsError={({ code }) => setStatus(`Something went wrong: ${code}.`)}
      >
        <a href="/listen">Open your podcast</a>
      </PrivatePodcastSubscribe>
    </section>
  );
}
