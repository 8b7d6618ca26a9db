/** Event: the machine fills the code field with a received code, or clears it. */
export type FieldFilled = { readonly type: 'field.filled'; readonly code: string };
