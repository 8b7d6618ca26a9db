import { screen } from '@testing-library/react';
import type { MessageKey } from '#src/app/messages.ts';
import type { AnyCallName, LoadedPage, Server } from '#tests/portal/page.ts';
import type { FaultName } from './faults.ts';

/** A call of section 7, with the steps by which a person makes the page send it. */
export type CallRow = {
  /** Its name among the calls of the scripted server. */
  readonly name: AnyCallName;
  readonly server: () => Server;
  /** The address at which the page is opened; by default the address to which a service redirects. */
  readonly address?: string;
  /** Opens the screen that makes the call. */
  readonly reach?: (page: LoadedPage) => Promise<void>;
  /** Types and presses until the call is made; missing when the screen makes the call as it opens. */
  readonly make?: (page: LoadedPage) => Promise<void>;
  /** Makes the call once more, if that differs from `make`. */
  readonly again?: (page: LoadedPage) => Promise<void>;
  /** Whether the page has continued, as it does after a good answer. */
  readonly isDone: (page: LoadedPage) => boolean;
  /** The page repeats the call until a good answer arrives. */
  readonly repeats?: true;
  /** Why the page may continue after a refusal. */
  readonly reasonToAcceptRefusals?: string;
  /** Why a failure of the call needs no message. */
  readonly silenceReason?: string;
  /** Faults that are a valid answer to this call, with the meaning of that answer. */
  readonly validAnswers?: Partial<Record<FaultName, string>>;
};

export const isTitled = (...titles: readonly MessageKey[]) => {
  return ({ text }: LoadedPage): boolean => {
    const shown = document.querySelector('h1')?.textContent;
    return titles.some((title) => shown === text(title));
  };
};

/** Whether the text of a key is on the page. */
export const showsText =
  (key: MessageKey, values = {}) =>
  ({ text }: LoadedPage): boolean =>
    (document.body.textContent ?? '').includes(text(key, values));

/** Whether the page has a field with this label. */
export const hasField =
  (key: MessageKey) =>
  ({ text }: LoadedPage): boolean =>
    screen.queryByLabelText(text(key)) !== null;

/** Whether the browser is leaving for the service. */
export const isLeaving = (page: LoadedPage): boolean =>
  isTitled('return.leavingUnknown')(page) || showsText('return.leaving', { service: '사내 메일' })(page);

/** Replaces the content of a field with one paste, as a password manager does. */
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
  async ({ text, user }: LoadedPage): Promise<void> => {
    const names = keys.map((key) => text(key));
    await user.click(await screen.findByRole('button', { name: (name) => names.includes(name) }));
  };

/** Runs steps one after the other. */
export const inOrder =
  (...steps: readonly ((page: LoadedPage) => Promise<unknown>)[]) =>
  async (page: LoadedPage): Promise<void> => {
    for (const step of steps) await step(page);
  };

export const enterId = enter('identity.label', 'kim');
export const enterPassword = enter('password.label', 'secret');
export const enterCode = enter('code.label', '123456');
