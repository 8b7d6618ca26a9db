/** Why a call gave no value (rule 07). */
export type Failure =
  /** The server refused the call. `code` and `message` are empty when the answer contains no errCode or no message. */
  | {
      readonly kind: 'rejected';
      readonly status: number;
      readonly code: string;
      readonly message: string;
      /** Values for the placeholders in the text of `code`, such as a number of attempts (spec section 8). */
      readonly details: Readonly<Record<string, string | number>>;
    }
  /** No answer was received. The server may have received the call or not. */
  | { readonly kind: 'unreachable' }
  /** The answer does not have the form that the call requires. */
  | { readonly kind: 'malformed'; readonly status: number };
