// The commands of lists, groups and tags.

import { COMMANDS } from '../commands/commands.js';
import { toastLastChange } from '../commands/rows.js';
import { inbox } from '../data/inbox.js';
import { LIST_TITLE } from '../data/limits.js';
import { list, me, members, setting, state } from '../data/state.js';
import { duplicateList, startAgain } from '../mutations/copies.js';
import { addGroup, addList, countTasks, deleteGroup, deleteList, setGroup, setList } from
	'../mutations/lists.js';
import { setSetting } from '../mutations/settings.js';
import { deleteTag, findTag, renameTag } from '../mutations/tags.js';
import { closeDialog, navigate, openDialog, setUi, showToast, ui } from '../page/ui.js';
import * as online from '../sync/online.js';
import { formatNames } from '../text/format.js';
import { t } from '../text/words.js';

/** @param {string} id @param {any} patch of its setting */
const listSetting = (id, patch) => setSetting('list/' + id,
	{ ...setting('list/' + id), ...patch });

/** Deletes a list.  If others lose it, too, it asks; it refuses the user's own list.
 * @param {string} id */
function askToDelete(id) {
	const title = list(id)?.title, others = members(id).filter(m => m.userId !== me()?.id);

	if (list(id) === inbox())
		return openDialog('ask', { title, text: t('inbox.words'), yes: t('inbox.other'),
			command: 'inbox-other' });
	return !others.length ? deleteNow(id) : openDialog('ask', { id,
		title: t('list.deleteAsk', { title }), yes: t('delete'), command: 'list-delete-now',
		text: t('list.loses', { n: countTasks(id),
			names: formatNames(others.map(m => m.displayName)) }) });
}

/** @param {string} id */
function deleteNow(id) {
	closeDialog();
	deleteList(id);
	toastLastChange();
	if (state.route.id === id)
		navigate('#/today');
}

/** @param {string} id @param {string} name */
function submitTagName(id, name) {
	const same = findTag(name);

	if (same && same.id !== id)
		return setUi({ wrong: { form: t('problem.tag-exists') } });
	closeDialog();
	if (!name || same?.name === name)
		return;
	renameTag(id, name);
	toastLastChange();
	navigate({ name: 'tag', id: name }, { replace: true });
}

/** @param {string} id */
function copyList(id) {
	const title = [...t('copy.of', { title: list(id)?.title ?? '' })].slice(0, LIST_TITLE);

	navigate('#/l/' + duplicateList(id, title.join('')));
	toastLastChange();
}

/** @param {any} form */
function saveList(form) {
	const { id, icon, color } = ui.dialog, title = form.elements.title.value.trim();
	const groupId = form.elements.group?.value || null;
	const l = id ? list(id) : null;

	/* In a new list the line that adds tasks gets the focus. */
	if (!id && title && innerWidth >= 1100)
		ui.dialog.back = null;
	closeDialog();
	if (!title)
		return;
	const made = id ?? addList({ title, groupId });
	if (l && (l.title !== title || (l.groupId ?? null) !== groupId))
		setList(id, { ...(l.title !== title ? { title } : {}),
			...((l.groupId ?? null) !== groupId ? { groupId } : {}) });
	if (icon !== undefined || color !== undefined)
		listSetting(made, { ...(icon ? { icon } : {}),
			...(color === undefined ? {} : { color }) });
	if (!id)
		navigate('#/l/' + made);
}

/** Answers an offer.
 * @param {() => Promise<any>} send @param {string} done @param {string | undefined} title */
async function answer(send, done, title) {
	try {
		await send();
		showToast(t(done, { title }));
	} catch (/** @type {any} */ p) {
		showToast(t('problem.' + (p.code ?? 'other')));
	}
}

Object.assign(COMMANDS, /** @type {Record<string, import('../commands/rows.js').Command>} */ ({
	sort: (el, e, id) => { closeDialog(); listSetting(state.route.id, { sort: id }); },
	'hide-done': () => { closeDialog(); const l = state.route.id;
		listSetting(l, { hideCompleted: !setting('list/' + l)?.hideCompleted }); },
	view: (el, e, id) => { closeDialog(); navigate({ name: id, id: id === 'planned' ? undefined :
		state.route.id }); },
	print: () => { closeDialog(); requestAnimationFrame(() => print()); },
	'list-icon': (el, e, id) => setUi({ dialog: { ...ui.dialog, icon: id } }),
	'list-color': (el, e, id) => setUi({ dialog: { ...ui.dialog, color: +id } }),
	'list-edit': (el, e, id) => openDialog('list-edit', { id }),
	'list-copy': (el, e, id) => { closeDialog(); copyList(id); },
	'list-again': (el, e, id) => { closeDialog(); startAgain(id); toastLastChange(); },
	'list-form': el => saveList(el),
	'list-delete': (el, e, id) => askToDelete(id),
	'list-delete-now': (el, e, id) => deleteNow(id),
	'inbox-other': () => { closeDialog(); navigate('#/settings/look'); },
	'group-new': () => openDialog('group-edit', {}),
	'group-edit': (el, e, id) => openDialog('group-edit', { id }),
	'group-options': (el, e, id) => openDialog('group', { id,
		at: el.getBoundingClientRect() }),
	'group-form': el => { const title = el.elements.title.value.trim(), { id } = ui.dialog;
		closeDialog(); if (title && id) setGroup(id, { title });
		else if (title) addGroup(title); toastLastChange(); },
	'tag-edit': (el, e, id) => openDialog('tag-edit', { id }),
	'tag-form': el => submitTagName(ui.dialog.id,
		el.elements.name.value.trim().replace(/^#/, '')),
	'tag-delete': (el, e, id) => { closeDialog(); deleteTag(id); toastLastChange();
		navigate('#/today'); },
	'group-delete': (el, e, id) => { closeDialog(); deleteGroup(id); toastLastChange(); },
	'offer-accept': (el, e, id) => answer(() => online.acceptOffer(id), 'offer.accepted',
		list(id)?.title),
	'offer-decline': (el, e, id) => answer(() => online.endOffer(id), 'offer.declined',
		list(id)?.title),
}));
