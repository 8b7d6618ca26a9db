import type { EventEmitter } from 'node:events';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { setLateParts } from '#src/app/late-parts.ts';
import { VIEW_PARTS } from '#src/app/view-parts.ts';

afterEach(cleanup);

/** Milliseconds that a test waits; long enough for a busy machine. */
configure({ asyncUtilTimeout: 5000 });

/** jsdom knows the dialog element but not its modal methods (jsdom issue 3294); the first control gets the focus. */
const openModal = function (this: HTMLDialogElement) {
  if (this.open) throw new DOMException('The dialog is already open', 'InvalidStateError');
  this.open = true;
  this.querySelector<HTMLElement>('button, input, a[href]')?.focus();
};

const close = function (this: HTMLDialogElement, returnValue?: string) {
  if (!this.open) return;
  this.open = false;
  if (returnValue !== undefined) this.returnValue = returnValue;
  this.dispatchEvent(new Event('close'));
};

/** jsdom does no layout: no media query matches. */
const matchMedia = (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

type JsdomError = { readonly type: string; readonly message: string; readonly cause?: Error };

/** The error of jsdom when a page opens another one: jsdom does not open it, and tests check the address. */
const NAVIGATION_ERROR = 'Not implemented: navigation to another Document';

/** Reports the other errors of jsdom as usual. */
const reportError = ({ type, message, cause }: JsdomError): void => {
  if (message === NAVIGATION_ERROR) return;
  console.error(type === 'unhandled-exception' ? cause?.stack : message);
};

setLateParts(VIEW_PARTS);

Object.assign(HTMLDialogElement.prototype, { showModal: openModal, close });
Object.assign(window, { matchMedia });
const { virtualConsole } = (
  globalThis as unknown as { readonly jsdom: { readonly virtualConsole: EventEmitter } }
).jsdom;
virtualConsole.removeAllListeners('jsdomError').on('jsdomError', reportError);
