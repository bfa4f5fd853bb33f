/** What a failed answer means: from the shapes that feed services fail in to one error class. */
export {
  PrivatePodcastError,
  type ErrorCode,
  type ErrorDetails,
} from '../podcast/private-podcast-error.js';
