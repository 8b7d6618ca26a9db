/** The boxes 'Always Use' and 'Send Automatically' (spec section 4, "OTP send flow"). */
export type Boxes = {
  readonly always: boolean;
  readonly alwaysSend: boolean;
  /** In the second step: remember this browser (rule 252). */
  readonly remembers?: boolean;
};

export const NO_BOXES: Boxes = { always: false, alwaysSend: false };
