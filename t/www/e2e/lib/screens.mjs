/*
 * Every screen and dialog of the web app, by name, and how to get there: for tests
 * that look at all of them.
 */
import { PASSWORD, row } from './browser.mjs';

/** What the page says for an English text, when it speaks another language. */
let said = text => text;
/** @param {(text: string) => string} how */
export const speak = how => {
	said = how;
};

/** The id of an item of the service.
 * @param {any} page @param {string} title of a list @returns {Promise<string>} */
const listId = (page, title) => page.evaluate(async title =>
	(await (await fetch('./api/v1/lists')).json()).items
	    .find(l => l.title === title).id, title);

/** An address below the page. */
const at = hash => async (page, base) => {
	await page.goto(base + '#/' + hash);
};
/** A list, by its name, and what follows it in the address. */
const list = (title, rest = '') => async (page, base) =>
	page.goto(`${base}#/l/${await listId(page, title)}${rest}`);
/** Something done on My Day, with the focus on its first row.
 * @param {(page: any) => any} act */
const today = act => async (page, base) => {
	await page.goto(base + '#/today');
	await row(page, 'Renew').first().waitFor();
	await page.keyboard.press('Home');
	await act(page);
};
/** A dialog that a key opens. */
const key = k => today(async page => {
	await page.keyboard.press(k);
	await page.locator('dialog[open]').waitFor();
});

/** Before somebody has signed in. */
export const OUTSIDE = {
	'sign in': at('signin'),
	'sign up': at('signup'),
	'forgot password': at('forgot'),
	'new password': at('reset/no-such-code'),
	'confirm address': at('verify/no-such-code'),
};

/** As Ada, with the demo's data. */
/** What an import of a file would do, with all that can be unfolded. */
const looked = file => async (page, base) => {
	await page.goto(base + '#/settings/import');
	await page.locator('#import-file').waitFor({ state: 'attached' });
	await page.setInputFiles('#import-file', file);
	await page.locator('[data-command=import-do]').waitFor();
	await page.evaluate(() => document.querySelectorAll('.part').forEach(p => { p.open = true; }));
};

export const INSIDE = {
	'My Day': at('today'),
	'My Day, yesterday': today(page => page.getByRole('button',
		{ name: said('The day before') }).click()),
	planned: at('planned'),
	week: at('week'),
	month: at('month'),
	'week, going to a day': async (page, base) => {
		await page.goto(base + '#/week');
		await page.locator('[data-command=days-jump]').click();
		await page.locator('dialog[open]').waitFor();
	},
	'a row that leaves': async (page, base) => {
		await list('Home')(page, base);
		const box = row(page, 'dentist').getByRole('checkbox');
		await box.click();
		await page.locator('.leaving').waitFor();
	},
	'and has come back': async page => {
		await page.keyboard.press('z');
		await page.waitForFunction(() => !document.querySelector(
			'.leaving, .toast [data-command=undo]'));
	},
	starred: at('starred'),
	'assigned to me': at('mine'),
	all: at('all'),
	completed: at('completed'),
	lists: at('lists'),
	'a list': list('Home'),
	'a list, completed shown': async (page, base) => {
		await list('Home')(page, base);
		await page.locator('.collapse[data-id$="/done"]').click();
	},
	'a shared list': list('Journey'),
	'sharing a list': list('Journey', '/share'),
	'no such list': at('l/no-such-list'),
	'a tag': at('tag/green'),
	'adding, with words read': async (page, base) => {
		await page.goto(base + '#/add?text=' +
		    encodeURIComponent('Pay Bob tomorrow 9:00 every month #phone !!'));
		await page.locator('.chip').nth(3).waitFor();
	},
	'adding, with names offered': today(async page => {
		await page.keyboard.press('n');
		await page.keyboard.type('Pay Bob #g');
		await page.getByRole('option').waitFor();
	}),
	'search, nothing typed': at('search'),
	'search, found': at('search?q=re'),
	'search, nothing found': at('search?q=xyzzy'),
	'a task': today(async page => {
		await row(page, 'Renew').first().click();
		await page.locator('.details').waitFor();
	}),
	'several selected': today(async page => {
		await page.keyboard.press('x');
		await page.keyboard.press('Shift+ArrowDown');
		await page.locator('.bulk').waitFor();
	}),
	'a message with Undo': today(async page => {
		await page.keyboard.press('s');
		await page.getByRole('button', { name: said('Undo') }).waitFor();
		await page.keyboard.press('s');
	}),
	'join a list': at('join/no-such-code'),
	bin: at('trash'),
	review: at('review'),
	...Object.fromEntries(['account', 'security', 'password', 'devices', 'activity', 'clients', 'feeds',
	    'tokens', 'notifications', 'look', 'import', 'data', 'about'].map(part =>
		['settings: ' + part, at('settings/' + part)])),
	'due date': key('d'),
	reminder: key('r'),
	'move to a list': key('l'),
	tags: key('#'),
	keyboard: key('?'),
	'menu of a task': today(async page => {
		await row(page, 'Renew').first().click({ button: 'right' });
		await page.locator('dialog[open]').waitFor();
	}),
	commands: today(async page => {
		await page.keyboard.press('/');
		await page.waitForTimeout(100);
		await page.keyboard.type('>');
		await page.locator('dialog[open]').waitFor();
	}),
	assign: async (page, base) => {
		await list('Groceries')(page, base);
		await row(page, 'Coffee').waitFor();
		await page.keyboard.press('Home');
		await page.keyboard.press('a');
		await page.locator('dialog[open]').waitFor();
	},
	repeat: async (page, base) => {
		await INSIDE['a task'](page, base);
		await page.getByRole('button', { name: said('Repeat'), exact: true }).click();
		await page.locator('dialog[open]').waitFor();
	},
	'options of a list': async (page, base) => {
		await list('Home')(page, base);
		await page.getByRole('button', { name: said('List options') }).click();
		await page.locator('dialog[open]').waitFor();
	},
	'name and icon of a list': async (page, base) => {
		await INSIDE['options of a list'](page, base);
		await page.getByRole('button', { name: said('Edit list') }).click();
		await page.locator('dialog[data-dialog=list-edit]').waitFor();
	},
	'new group': async (page, base) => {
		await page.goto(base + '#/lists');
		await page.getByRole('button', { name: said('New group') }).click();
		await page.locator('dialog[open]').waitFor();
	},
	'import, looked at': looked(new URL('../../../imports/todoist/backup.zip',
	    import.meta.url).pathname),
	'import, a table': looked({ name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(
	    'Title,Due,Tags,Colour\nMilk,31/12/2026,shop,white\n') }),
	'lines pasted': today(async page => {
		await page.locator('#quick').evaluate(el => {
			const data = new DataTransfer();
			data.setData('text/plain', 'First line\nSecond line\n');
			el.focus();
			el.dispatchEvent(new ClipboardEvent('paste',
			    { clipboardData: data, bubbles: true, cancelable: true }));
		});
		await page.locator('dialog[open]').waitFor();
	}),
};

/** The star of the first row, changed.
 * @param {any} page */
async function change(page, base) {
	await today(p => p.keyboard.press('s'))(page, base);
}
/** What changes the service answers from now on. */
const answer = async (page, status, code) => {
	await page.unrouteAll({ behavior: 'ignoreErrors' });
	await page.route('**/api/v1/lists/*/tasks/**', (route, r) => r.method() === 'GET' ?
		route.continue() : route.fulfill({ status, contentType:
		    'application/problem+json', body: JSON.stringify({ status, code,
		    type: 'about:blank', title: 'No' }) }));
};

/** What an administrator has, each screen after the one before it. */
export const ADMINISTRATION = {
	'show who you are': async (page, base) => {
		await page.goto(base + '#/settings/people');
		await page.locator('[data-command=factor-confirm]').waitFor();
	},
	people: async page => {
		await page.locator('[data-command=factor-confirm] [name=password]').fill(PASSWORD);
		await page.keyboard.press('Enter');
		await page.locator('[data-command=person-open]').last().waitFor();
	},
	'adding somebody': async page => {
		await page.locator('[data-command=person-new]').click();
		await page.locator('[data-command=person-add]').waitFor();
	},
	'the link of somebody new': async page => {
		await page.locator('[name=displayName]').fill('Bob');
		await page.locator('[name=email]').fill(`bob${Date.now()}@example.org`);
		await page.keyboard.press('Enter');
		await page.locator('.secret').waitFor();
	},
	'a person': async page => {
		await page.locator('[data-command=person-open]').last().click();
		await page.locator('#person').waitFor();
	},
	'removing a person': async page => {
		await page.locator('[data-command=person-ask-remove]').click();
		await page.locator('[data-command=person-remove]').waitFor();
	},
	'the state of the service': at('settings/service'),
	'the audit': at('settings/audit'),
};

/** What else can be on the screen, each after the one before it; at the end nobody
 * is signed in. */
export const TROUBLE = {
	'a reminder, asked for': async (page, base) => {
		await clear(page, base);
		await key('r')(page, base);
		await page.locator('dialog[open] .chip').nth(1).click();
		await page.locator('dialog[open] [data-command=push-on]').waitFor();
	},
	'delete the account': async (page, base) => {
		await page.goto(base + '#/settings/account');
		await page.locator('[data-command=account-leave]').click();
		await page.locator('[data-command=account-lists]').evaluate(f => f.requestSubmit());
		await page.locator('[data-command=account-delete]').scrollIntoViewIfNeeded();
	},
	'who gets the lists': async (page, base) => {
		await page.goto(base + '#/settings/password');
		await page.goto(base + '#/settings/account');
		await page.locator('[data-command=account-leave]').click();
		await page.locator('[data-command=account-lists]').scrollIntoViewIfNeeded();
	},
	'a wrong password': async (page, base) => {
		await page.goto(base + '#/settings/password');
		await page.locator('#current').fill('not this one');
		await page.locator('#new').fill('something longer');
		await page.locator('#new').press('Enter');
		await page.getByRole('alert').first().waitFor();
	},
	'a token': async (page, base) => {
		await page.goto(base + '#/settings/tokens');
		await page.locator('[name=name]').fill('phone');
		await page.locator('[name=name]').press('Enter');
		await page.locator('.secret').waitFor();
	},
	'a client of CalDAV': async (page, base) => {
		await page.goto(base + '#/settings/clients');
		await page.locator('[data-command=client-make]').first().click();
		await page.locator('.steps').waitFor();
	},
	'a client with settings to copy': async page => {
		await page.locator('[data-command=client-done]').click();
		await page.locator('[data-id=vdirsyncer]').click();
		await page.locator('.steps pre').first().waitFor();
	},
	'a calendar feed': async (page, base) => {
		await page.goto(base + '#/settings/feeds');
		await page.locator('[name=name]').fill('wall');
		await page.locator('[name=name]').press('Enter');
		await page.locator('.readers').waitFor();
	},
	'an import whose columns are not known': async (page, base) => {
		await page.goto(base + '#/settings/import');
		await page.setInputFiles('#import-file', { name: 'table.csv', mimeType: 'text/csv',
			buffer: Buffer.from('A,B\n1/2/2026,x\n') });
		await page.getByRole('alert').waitFor();
	},
	'show that it is you': async (page, base) => {
		await page.goto(base + '#/settings/security');
		await page.locator('[data-command=factor-begin]').click();
		await page.locator('[data-command=factor-confirm]').waitFor();
	},
	...ADMINISTRATION,
	'an invitation': async (page, base) => {
		await list('Groceries', '/share')(page, base);
		await page.locator('[data-command=invite]').evaluate(f => f.requestSubmit());
		await page.locator('[readonly]').waitFor();
	},
	'offline': async (page, base) => {
		await page.context().setOffline(true);
		await page.evaluate(() => dispatchEvent(new Event('offline')));
		await change(page, base);
		await page.locator('.row .unsent').waitFor();
	},
	'offline, sharing': async (page, base) => {
		await page.goto(`${base}#/l/${await page.locator('.nav [data-list]').last()
		    .getAttribute('data-list')}/share`);
		await page.locator('[data-command=invite]').click();
	},
	'offline, signing out': async (page, base) => {
		await page.goto(base + '#/settings/account');
		await page.locator('[data-command=sign-out]').click();
		await page.locator('dialog[open]').waitFor({ timeout: 15000 });
	},
	'a change was refused': async (page, base) => {
		await answer(page, 422, 'validation-failed');
		await page.context().setOffline(false);
		await page.evaluate(() => dispatchEvent(new Event('online')));
		await page.goto(base + '#/today');
		await page.locator('.bar.bad').waitFor();
	},
	'review, with one': at('review'),
	'the server is busy': async (page, base) => {
		await answer(page, 503, 'busy');
		await change(page, base);
		await page.locator('.state.off').first().waitFor({ state: 'attached' });
	},
	'the session has ended': async (page, base) => {
		await page.unrouteAll({ behavior: 'ignoreErrors' });
		await page.evaluate(() => fetch('./api/v1/sessions/current',
		    { method: 'DELETE' }));
		await page.goto(base + '#/today');
		await page.evaluate(() => dispatchEvent(new Event('online')));
		await page.locator('.bar a[href="#/signin"]').waitFor({ timeout: 90000 });
	},
	'signing in again': async page => {
		await page.locator('.bar a[href="#/signin"]').click();
		await page.locator('.gate').waitFor();
	},
	'signing in, wrongly': async page => {
		await page.locator('[type=password]').fill('wrong');
		await page.locator('[type=password]').press('Enter');
		await page.getByRole('alert').waitFor();
	},
};

/** Nothing moves any more, and what was fetched is there.
 * @param {any} page */
export async function still(page) {
	await page.waitForFunction(() => !document.querySelector('[aria-busy=true]') &&
		document.getElementById('app').childElementCount > 0);
	await page.evaluate(() => new Promise(yes => requestAnimationFrame(() =>
		requestAnimationFrame(() => yes(Promise.allSettled(document.getAnimations()
		    .map(a => a.finished)))))).then(() => {}));
}

/** Back to where nothing is open, nothing selected, nothing typed.
 * @param {any} page @param {string} base */
export async function clear(page, base) {
	await page.evaluate(() => {
		const quick = document.getElementById('quick');
		if (quick) {
			quick.value = '';
			quick.dispatchEvent(new Event('input', { bubbles: true }));
		}
		document.activeElement?.blur();
	});
	for (let i = 0; i < 3; i++)
		await page.keyboard.press('Escape');
	/* A dialog gives the focus back to where it was. */
	await page.waitForFunction(() => !document.querySelector('dialog[open]'));
	await page.evaluate(() => document.activeElement?.blur());
	await page.goto(base + '#/completed');
}
