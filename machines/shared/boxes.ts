/** The check boxes 'Always Use' and 'Send Automatically' (spec section 4, "OTP send flow"). */
export type Boxes = {
  readonly always: boolean;
  readonly alwaysSend: boolean;
  /** Whether to remember this browser; only in the second step (rule 252). */
  readonly remembers?: boolean;
};

export const NO_BOXES: Boxes = { always: false, alwaysSend: false };
