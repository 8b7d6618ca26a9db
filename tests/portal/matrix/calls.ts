import { screen } from '@testing-library/react';
import type { MessageKey } from '#src/app/messages.ts';
import type { AnyCallName, LoadedPage, Server } from '#tests/portal/page.ts';
import type { FaultName } from './faults.ts';

/** A call of section 7: how the page gets to where it is made, and what makes it. */
export type CallRow = {
  /** Its name among the calls of the scripted server. */
  readonly name: AnyCallName;
  readonly server: () => Server;
  /** Where the page is opened: by the service's way unless said. */
  readonly address?: string;
  /** To the screen that makes the call. */
  readonly reach?: (page: LoadedPage) => Promise<void>;
  /** Makes the call, by what a person types and presses there; opening the screen makes it where there is nothing. */
  readonly make?: (page: LoadedPage) => Promise<void>;
  /** Makes it once more, where that is another way. */
  readonly again?: (page: LoadedPage) => Promise<void>;
  /** Whether the page has gone on, as it does after a good answer. */
  readonly isDone: (page: LoadedPage) => boolean;
  /** Made again by the page itself, until a good answer comes. */
  readonly repeats?: true;
  /** Why the page goes on after a refusal. */
  readonly takesRefusals?: string;
  /** Why a failure of the call needs no message. */
  readonly quiet?: string;
  /** What a fault is to this call that is an answer like any other. */
  readonly answered?: Partial<Record<FaultName, string>>;
};

export const isTitled = (...titles: readonly MessageKey[]) => {
  return ({ text: say }: LoadedPage): boolean => {
    const shown = document.querySelector('h1')?.textContent;
    return titles.some((title) => shown === say(title));
  };
};

/** Whether this text is on the page. */
export const isSaid =
  (key: MessageKey, values = {}) =>
  ({ text: say }: LoadedPage): boolean =>
    (document.body.textContent ?? '').includes(say(key, values));

/** Whether there is a field of this name. */
export const hasField =
  (key: MessageKey) =>
  ({ text: say }: LoadedPage): boolean =>
    screen.queryByLabelText(say(key)) !== null;

/** The browser is on its way to the service. */
export const isLeaving = (page: LoadedPage): boolean =>
  isTitled('departure.leavingUnknown')(page) || isSaid('departure.leaving', { service: '사내 메일' })(page);

/** Fills a field in one go, as a password manager does; what was in it goes. */
export async function fill({ user }: LoadedPage, field: HTMLInputElement, text: string): Promise<void> {
  await user.clear(field);
  await user.paste(text);
}

/** Fills a field and presses Enter. */
export const enter =
  (label: MessageKey, text: string) =>
  async (page: LoadedPage): Promise<void> => {
    const field = await screen.findByLabelText<HTMLInputElement>(page.text(label));
    await fill(page, field, text);
    await page.user.keyboard('{Enter}');
  };

export const press =
  (...keys: readonly MessageKey[]) =>
  async ({ text: say, user }: LoadedPage): Promise<void> => {
    const names = keys.map((key) => say(key));
    await user.click(await screen.findByRole('button', { name: (name) => names.includes(name) }));
  };

/** One after the other. */
export const inTurn =
  (...steps: readonly ((page: LoadedPage) => Promise<unknown>)[]) =>
  async (page: LoadedPage): Promise<void> => {
    for (const step of steps) await step(page);
  };

export const enterId = enter('identity.label', 'kim');
export const enterPassword = enter('password.label', 'secret');
export const enterCode = enter('code.label', '123456');
