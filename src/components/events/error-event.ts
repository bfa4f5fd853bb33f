/** The event of a failure, with its error's message for the page's developer. */
import { PrivatePodcastError, type ErrorCode } from '../../errors/private-podcast-error.js';
import { PpsErrorEvent } from './first-events.js';

/** @param otherwise the code of an error that is not ours: its message may hold anything, and is not told. */
export const errorEvent = (error: unknown, otherwise: ErrorCode): PpsErrorEvent =>
  error instanceof PrivatePodcastError
    ? new PpsErrorEvent(error.code, () => error.message)
    : new PpsErrorEvent(otherwise);
