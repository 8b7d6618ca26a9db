/** Emitted when the view should put a received code into the code field; an empty code clears it. */
export type FieldFilled = { readonly type: 'field.filled'; readonly code: string };
