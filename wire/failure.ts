/** Why a call gave no value (rule 07). */
export type Failure =
  /** The server refused. `code` and `message` are its errCode and message, empty when it gave none. */
  | {
      readonly kind: 'rejected';
      readonly status: number;
      readonly code: string;
      readonly message: string;
      /** Values to insert into the text of the code, such as attempts left (spec section 8). */
      readonly details: Readonly<Record<string, string | number>>;
    }
  /** No answer came; whether the server received the call is unknown. */
  | { readonly kind: 'unreachable' }
  /** An answer came, but not in the form of this call. */
  | { readonly kind: 'malformed'; readonly status: number };
