import { expect, type Locator } from '@playwright/test';
import { METHOD_CODES } from '#machines/shared/methods.ts';
import type { Method } from '#machines/shared/policy.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import type { TextKey, TextOf } from '#tests/support/e2e/texts.ts';
import { routeCode, type TypeCode } from '#wire/type-codes.ts';

/** The name of a method, which is also the heading of its screen. */
export const methodTitle = (code: TypeCode): TextKey => `title.method.${code}` as TextKey;

/** Page object of the chooser and the code screens. */
export type MethodScreens = ReturnType<typeof methodScreensOf>;

export function methodScreensOf(person: Person, text: TextOf) {
  const { page, button, heading } = person;
  const tiles = page.getByRole('main').locator('button[data-state]');
  const codeField = page.getByRole('textbox');

  const screens = {
    tiles,
    codeField,
    timer: page.getByRole('timer'),
    alwaysUse: page.getByRole('checkbox', { name: text('method.always') }),
    alwaysSend: page
      .getByRole('checkbox', { name: text('method.alwaysSend') })
      .or(page.getByRole('checkbox', { name: text('method.alwaysPush') }))
      .or(page.getByRole('checkbox', { name: text('method.alwaysStart') })),
    changeMethod: button('method.change'),

    tile: (method: Method): Locator =>
      tiles.filter({ has: page.getByText(text(methodTitle(METHOD_CODES[method])), { exact: true }) }),

    /** Expects the screen of a method. */
    async expectAt(code: TypeCode): Promise<void> {
      await expect(heading(methodTitle(code))).toBeVisible();
      await expect(page).toHaveURL(`/first/auth?type=${routeCode(code)}`);
    },

    async expectChooser(): Promise<void> {
      await expect(heading('title.chooser')).toBeVisible();
      await expect(page).toHaveURL('/first/select');
    },

    /** Goes from the service to the chooser, and waits until the tiles have loaded. */
    async reachChooser(userId: string): Promise<void> {
      await person.openIdEntry();
      await person.enterId(userId);
      await screens.expectChooser();
      await expect(tiles.first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    },

    async choose(method: Method): Promise<void> {
      await screens.tile(method).click();
      await screens.expectAt(METHOD_CODES[method]);
    },

    /** Goes from the service to the screen of a method. */
    async reach(userId: string, method: Method): Promise<void> {
      await screens.reachChooser(userId);
      await screens.choose(method);
    },

    async sendCode(): Promise<void> {
      await button('otp.send').click();
      await screens.expectSent();
    },

    async expectSent(): Promise<void> {
      await expect(page.getByText(text('otp.sent'))).toBeVisible();
      await expect(screens.timer).toBeVisible();
      await expect(button('otp.resend')).toBeVisible();
    },

    async expectUnsent(): Promise<void> {
      await expect(page.getByText(text('otp.unsent'))).toBeVisible();
      await expect(screens.timer).toHaveCount(0);
      await expect(button('otp.send')).toBeVisible();
    },

    async enterCode(code: string): Promise<void> {
      await codeField.fill(code);
      await button('action.login').click();
    },

    /** Opens an address of the portal without reloading the page. */
    async open(address: string): Promise<void> {
      await page.evaluate((to) => {
        window.history.pushState(null, '', to);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }, address);
    },

    /** Goes from any screen of the first step to the screen of a method, without reloading the page. */
    async switchTo(userId: string, method: Method): Promise<void> {
      await screens.open('/first');
      await expect(heading('title.identity')).toBeVisible();
      await person.enterId(userId);
      await screens.expectChooser();
      await screens.choose(method);
    },

    /** Expects a message in the dialog, closes the dialog, and expects the focus in the field. */
    async expectRefused(message: string): Promise<void> {
      await expect(person.dialog).toContainText(message);
      await screens.dismiss();
    },

    /** Expects the dialog that says why no code was sent, closes the dialog, and expects the focus in the field. */
    async expectNotSent(message: string): Promise<void> {
      await expect(page.getByRole('dialog', { name: text('otp.sendFailed') })).toContainText(message);
      await screens.dismiss();
    },

    /** Closes the dialog, and expects the focus in the field. */
    async dismiss(): Promise<void> {
      await button('action.ok').click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(codeField).toBeFocused();
    },
  };
  return screens;
}
