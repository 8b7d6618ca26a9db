import type { EventEmitter } from 'node:events';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { setLateParts } from '#src/app/late-parts.ts';
import { VIEW_PARTS } from '#src/app/view-parts.ts';

afterEach(cleanup);

/** The milliseconds that `findBy…` and `waitFor` wait; enough for a busy computer. */
configure({ asyncUtilTimeout: 5000 });

/** Replaces `showModal`, which jsdom does not implement (jsdom issue 3294). As in a browser, the first control gets the focus. */
const showModal = function (this: HTMLDialogElement) {
  if (this.open) throw new DOMException('The dialog is already open', 'InvalidStateError');
  this.open = true;
  this.querySelector<HTMLElement>('button, input, a[href]')?.focus();
};

/** Replaces the method `close` of a dialog, which jsdom does not implement. */
const close = function (this: HTMLDialogElement, returnValue?: string) {
  if (!this.open) return;
  this.open = false;
  if (returnValue !== undefined) this.returnValue = returnValue;
  this.dispatchEvent(new Event('close'));
};

/** Replaces `matchMedia`, which jsdom does not implement: no media query matches. */
const matchMedia = (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

type JsdomError = { readonly type: string; readonly message: string; readonly cause?: Error };

/** The message of jsdom when a page navigates. jsdom does not navigate; tests check the address instead. */
const NAVIGATION_ERROR = 'Not implemented: navigation to another Document';

/** Reports every error of jsdom except the navigation error. */
const reportError = ({ type, message, cause }: JsdomError): void => {
  if (message === NAVIGATION_ERROR) return;
  console.error(type === 'unhandled-exception' ? cause?.stack : message);
};

setLateParts(VIEW_PARTS);

Object.assign(HTMLDialogElement.prototype, { showModal, close });
Object.assign(window, { matchMedia });
const { virtualConsole } = (
  globalThis as unknown as { readonly jsdom: { readonly virtualConsole: EventEmitter } }
).jsdom;
virtualConsole.removeAllListeners('jsdomError').on('jsdomError', reportError);
