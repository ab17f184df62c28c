// Many changes that wait at once, in a real VS Code: the queue, its list, and what belongs to one request.
import { describe, expect, it } from 'vitest';
import { useEditor } from './editor-world.ts';

const world = useEditor();

describe('many changes', () => {
  it('come as a queue: one column, one notification, the next after each decision, and all at once', async () => {
    const { person, agent } = world;
    const propose = (name: string) => agent.call('write_file', { path: name, content: `${name}\n` });
    await person.openFile('diary.txt');
    const first: ReturnType<typeof propose>[] = [];
    // One after the other: of calls at once any may be the first.
    for (const [name, waiting] of [
      ['a.txt', '1 review waiting'],
      ['b.txt', '2 reviews waiting'],
      ['c.txt', '3 reviews waiting'],
    ] as const) {
      first.push(propose(name));
      await person.statusItem(waiting).waitFor();
    }
    const toast = person.page.locator('.notifications-toasts .notification-list-item', {
      hasText: 'Review changes to',
    });
    await toast.filter({ hasText: 'Review changes to 3 files, by tester' }).waitFor();
    expect([await toast.count(), await person.page.locator('.editor-group-container').count()]).toEqual([1, 2]);
    await person.takePicture('review-queue');
    await person.toastButton('Next').click();
    await person.isInReview('a.txt');
    await person.accept();
    expect((await first[0])?.structured).toMatchObject({ status: 'accepted', path: 'a.txt' });
    await person.isInReview('b.txt');
    await toast.waitFor({ state: 'hidden' });
    await person.press('Control+Alt+n');
    await person.isInReview('c.txt');
    // Also with the cursor in the column of reviews, from where another one could be opened beside it.
    first.push(propose('more.txt'));
    await person.statusItem('3 reviews waiting').waitFor();
    await person.tab('more.txt ← ').waitFor();
    expect(await person.page.locator('.editor-group-container').count()).toBe(2);
    await person.runCommand('Sallyport: Show All Changes');
    await person.page.locator('.multiDiffEditor').waitFor();
    await person.takePicture('review-all-changes');
    // What comes later is not in the overview, and so not decided in it.
    const later = propose('later.txt');
    await person.statusItem('4 reviews waiting').waitFor();
    await person.titleButton('Reject All Changes Shown Here').click();
    for (const answer of first.slice(1)) expect((await answer).structured).toMatchObject({ status: 'rejected' });
    await person.page.locator('.multiDiffEditor').waitFor({ state: 'hidden' });
    await person.statusItem('1 review waiting').waitFor();
    await person.runCommand('Sallyport: Reject All Changes');
    expect((await later).structured).toMatchObject({ status: 'rejected' });
    const second = ['d.txt', 'e.txt'].map(propose);
    await person.statusItem('2 reviews waiting').waitFor();
    await person.openList();
    await person.listed('tester').hover();
    await person.page.locator('.sidebar .monaco-list-row [aria-label^="Accept All Changes"]').click();
    for (const answer of second) expect((await answer).structured).toMatchObject({ status: 'accepted' });
    expect(world.read('e.txt')).toBe('e.txt\n');
  });

  it('of one request are listed together, looked at together and decided together', async () => {
    const { person, agent } = world;
    for (const name of ['a.txt', 'b.txt']) world.write(name, 'old\n');
    const replaced = agent.call('find_and_replace', { path: '.', find: 'old', replace: 'new' });
    await person.statusItem('2 reviews waiting').waitFor();
    const sent = ['c.txt', 'd.txt'].map((name) => agent.call('write_file', { path: name, content: `${name}\n` }));
    await person.statusItem('4 reviews waiting').waitFor();
    await person.openList();
    await person.listed('d.txt').waitFor();
    const rows = await person.page
      .locator('.pane', { hasText: /^Reviews/ })
      .locator('.monaco-list-row')
      .allInnerTexts();
    const names = rows.map((row) => row.replaceAll('\n', ' ').trim());
    expect(names).toEqual([
      expect.stringMatching(/^tester\s*4 files$/),
      expect.stringMatching(/^Replace old\s*2 files$/),
      expect.stringMatching(/^[ab]\.txt$/),
      expect.stringMatching(/^[ab]\.txt$/),
      expect.stringMatching(/^Sent together\s*2 files$/),
      expect.stringMatching(/^[cd]\.txt$/),
      expect.stringMatching(/^[cd]\.txt$/),
    ]);
    await person.takePicture('review-requests');
    const decide = async (group: string, label: string) => {
      await person.listed(group).hover();
      await person.listed(group).locator(`[aria-label^="${label}"]`).click();
    };
    // Kept as a tab, and still the next one takes its place: its buttons would decide about what only the next one shows.
    await decide('Sent together', 'Show All Changes');
    await person.tab('Changes That Wait').click();
    await person.press('Control+k', 'Enter');
    await decide('Replace old', 'Show All Changes');
    await person.page.locator('.multiDiffEditor', { hasText: 'a.txt' }).waitFor();
    expect((await person.tabTitles()).filter((title) => title.startsWith('Changes That Wait'))).toHaveLength(1);
    await decide('Replace old', 'Accept All Changes');
    const accepted = { status: 'accepted' };
    expect((await replaced).structured).toMatchObject({ files: [accepted, accepted] });
    await person.statusItem('2 reviews waiting').waitFor();
    expect([world.read('a.txt'), world.read('b.txt')]).toEqual(['new\n', 'new\n']);
    await decide('tester', 'Show All Changes');
    await person.page.locator('.multiDiffEditor').waitFor();
    await person.titleButton('Reject All Changes Shown Here').click();
    for (const answer of sent) expect((await answer).structured).toMatchObject({ status: 'rejected' });
  });
});
