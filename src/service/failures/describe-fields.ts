/** What is wrong in what somebody sent, by the names of its fields. */
import type * as z from 'zod/mini';

/** The fields that an issue is about, misspelt ones included. */
function fieldsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys;
  return issue.path.length > 0 ? [issue.path.join('.')] : [];
}

/** Names the wrong fields to whoever sent them, or else says what to send. */
export function describeFields({ issues }: z.core.$ZodError, otherwise: string): string {
  const fields = [...new Set(issues.flatMap(fieldsOf))];
  return fields.length > 0 ? `Correct these fields: ${fields.join(', ')}.` : otherwise;
}
