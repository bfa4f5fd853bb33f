/** How far a press skips, in seconds: the steps that people know from their apps. */
export const SKIP_BACK_S = 15;
export const SKIP_FORWARD_S = 30;
