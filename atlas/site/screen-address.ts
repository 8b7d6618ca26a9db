/** What a frame shows: a moment, or the answer of a port there with a code of the catalogue. */
export type ScreenView = {
  readonly language: 'ko' | 'en';
  readonly theme: 'light' | 'dark';
  readonly moment: number;
  /** What happens after the moment, with this code in it. */
  readonly refusal?: { readonly pathEvent: number; readonly code: string } | undefined;
};

/** The address of a view: the page of a screen shows it, alone or in a frame. */
export function screenAddress({ language, theme, moment, refusal }: ScreenView): string {
  const query = new URLSearchParams({ language, theme, moment: String(moment) });
  if (refusal) {
    query.set('answer', String(refusal.pathEvent));
    query.set('code', refusal.code);
  }
  return `screen.html#${query}`;
}

/** Reads the part of such an address behind the `#`. */
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
