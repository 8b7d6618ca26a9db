/** Content of the page of a screen. */
export type ScreenView = {
  readonly language: 'ko' | 'en';
  readonly theme: 'light' | 'dark';
  readonly moment: number;
  /** An answer with this error code after the moment. */
  readonly refusal?: { readonly pathEvent: number; readonly code: string } | undefined;
};

/** The address of the page of a screen. */
export function screenAddress({ language, theme, moment, refusal }: ScreenView): string {
  const query = new URLSearchParams({ language, theme, moment: String(moment) });
  if (refusal) {
    query.set('answer', String(refusal.pathEvent));
    query.set('code', refusal.code);
  }
  return `screen.html#${query}`;
}

/** Parses the fragment of such an address. */
export function parseScreenHash(hash: string): ScreenView {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const answer = query.get('answer');
  return {
    language: query.get('language') === 'en' ? 'en' : 'ko',
    theme: query.get('theme') === 'dark' ? 'dark' : 'light',
    moment: Number(query.get('moment') ?? 0),
    refusal: answer === null ? undefined : { pathEvent: Number(answer), code: query.get('code') ?? '' },
  };
}

/** Message of a screen to the page around it: the height of all of it, in pixels. */
type SizeMessage = { readonly kind: 'atlas.size'; readonly height: number };

export const sizeMessage = (height: number): SizeMessage => ({ kind: 'atlas.size', height });

export const isSize = (value: unknown): value is SizeMessage =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'atlas.size';
