import type { html } from 'hono/html';

/** Escaped markup of `hono/html`. */
export type Markup = ReturnType<typeof html>;
