/** The machine fills the field of a code: with one that the browser has read, or with nothing. */
export type FieldFilled = { readonly type: 'field.filled'; readonly code: string };
