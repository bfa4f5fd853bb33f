/**
 * What the show is about, after its episodes: there it moves nothing when it comes, and stands between
 * nobody and the first play button.
 */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ShownPodcast } from '../../../podcast/shown-podcast.js';
import type { Texts } from '../../texts/en.js';

/** A text of more characters is folded: it takes more than two lines, however wide they are. */
const MAX_LENGTH = 240;

/** @param isWhole whether the member unfolded it. */
export function renderDescription(
  { description, language }: ShownPodcast,
  texts: Texts,
  isWhole: boolean,
  onUnfold: () => void,
): TemplateResult | typeof nothing {
  if (!description) return nothing;
  const isFolded = description.length > MAX_LENGTH && !isWhole;
  const unfold = ({ currentTarget }: Event) => {
    // The button goes: the focus goes on to the text.
    ((currentTarget as Element).previousElementSibling as HTMLElement).focus();
    onUnfold();
  };
  return html`<div class="description">
    <p
      part="description"
      class=${isFolded ? 'excerpt muted' : 'muted'}
      tabindex="-1"
      lang=${language ?? nothing}
      dir="auto"
    >
      ${description}
    </p>
    ${
      isFolded
        ? html`<button type="button" part="description-more" class="show-more" @click=${unfold}>
            ${texts.showMore}
          </button>`
        : nothing
    }
  </div>`;
}
