/** The check boxes of a method (spec section 4, "OTP send flow"). */
export type Boxes = {
  /** 'Always Use'. */
  readonly always: boolean;
  /** 'Send Automatically'. */
  readonly alwaysSend: boolean;
  /** Whether to remember this browser; only in the second step (rule 252). */
  readonly remembers?: boolean;
};

export const NO_BOXES: Boxes = { always: false, alwaysSend: false };
