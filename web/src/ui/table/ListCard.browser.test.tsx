import { useQuery } from '@tanstack/react-query'
import { IconBuildingStore } from '@tabler/icons-react'
import axe from 'axe-core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CallFailed } from '../../core/api.ts'
import { render } from '../../testing/render.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { Button } from '../form/Button.tsx'
import { FilterMenu } from '../form/FilterMenu.tsx'
import type { Column } from './DataTable.tsx'
import { ListCard } from './ListCard.tsx'
import { RowOpener } from './RowOpener.tsx'
import { useChoice } from './useChoice.ts'
import { useListState } from './useListState.ts'

/** The list of every administration page, with shops as its rows. */

interface Shop {
  id: number
  name: string
  people: number
  isDeleted?: boolean
  /** It can only be read. */
  isFixed?: boolean
}
const shops: Shop[] = [
  'Mill Lane',
  'Harbour Road',
  'Quayside',
  'Orchard Park',
  'Station Street',
  'Summit Avenue',
  'Ferry Lane',
].map((name, i) => ({ id: i + 1, name, people: i, isDeleted: name === 'Ferry Lane' }))

const defaults = { sort: { by: 'name', descending: false }, sorts: ['name', 'people'], filters: { size: '' } }
const rowId = ({ id }: Shop) => id
const nameOf = ({ name }: Shop) => name

const columnsOf = (onOpen: (name: string) => void): Column<Shop>[] => [
  {
    id: 'name',
    label: 'Location',
    sortable: true,
    cell: ({ name, isFixed }) => (isFixed ? name : <RowOpener onClick={() => onOpen(name)}>{name}</RowOpener>),
  },
  { id: 'people', label: 'People', number: true, sortable: true, cell: ({ people }) => people },
]

/** Answers as a server would: filtered, sorted, one page. */
type Load = (asked: { search: string; page: number; size: number; sort: string; descending: boolean }) => {
  rows: Shop[]
  total: number
}
const loadFrom =
  (all: readonly Shop[]): Load =>
  ({ search, page: number, size, sort, descending }) => {
    const found = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    const sorted = found.toSorted((a, b) => (sort === 'people' ? a.people - b.people : a.name.localeCompare(b.name)))
    const rows = (descending ? sorted.toReversed() : sorted).slice((number - 1) * size, number * size)
    return { rows, total: found.length }
  }

function Shops({ load }: { load: Load }) {
  const list = useListState(defaults)
  const query = useQuery({
    queryKey: ['shops', list.asked],
    queryFn: () => load(list.asked),
    placeholderData: (before) => before,
    retry: false,
  })
  const choice = useChoice(rowId, nameOf, list.search)
  const [opened, setOpened] = useState<string>()
  const [moved, setMoved] = useState<string>()
  return (
    <main>
      <h1>Locations</h1>
      <ListCard
        caption="Locations"
        list={list}
        query={query}
        columns={columnsOf(setOpened)}
        rowId={rowId}
        searchLabel="Name or city"
        filters={
          <FilterMenu
            label="Size"
            value={list.filters.size}
            values={[
              { value: '', label: 'All' },
              { value: 'large', label: 'Large' },
            ]}
            onChange={(size) => list.change({ filters: { size } })}
          />
        }
        choice={choice}
        bulk={<Button onClick={() => setMoved(choice.chosen.map(nameOf).join(', '))}>Move</Button>}
        onOpen={({ name }) => setOpened(name)}
        isMuted={(row) => row.isDeleted === true}
        empty={<EmptyState heading="h2" icon={IconBuildingStore} title="No location yet" />}
        failed="Couldn’t load locations"
      />
      <output>{opened ? `opened ${opened}` : ''}</output>
      <output>{moved ? `moved ${moved}` : ''}</output>
    </main>
  )
}

const open = (load: Load = loadFrom(shops), path = '/') => render(<Shops load={load} />, { path })
const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((cell) => cell.textContent)
const search = () => page.getByRole('searchbox', { name: 'Name or city' })
const inFocus = () => document.activeElement?.textContent

test('opens with five rows; pages, page size and order are in the URL', async () => {
  const { path } = await open()
  await expect.poll(names).toEqual(['Ferry Lane', 'Harbour Road', 'Mill Lane', 'Orchard Park', 'Quayside'])
  await expect.element(page.getByText('1 to 5 of 7')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(names).toEqual(['Station Street', 'Summit Avenue'])
  expect(path()).toBe('/?page=2')
  await page.getByRole('button', { name: 'People', exact: true }).click()
  await expect.poll(() => names()[0]).toBe('Ferry Lane')
  expect(path()).toBe('/?sort=people&descending=1')
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('10')
  await expect.poll(names).toHaveLength(7)
  expect(path()).toBe('/?sort=people&descending=1&size=10')
})

test('a name of 200 characters without a space breaks, and leaves the list its width', async () => {
  await page.viewport(1000, 800)
  const long = { id: 8, name: 'W'.repeat(200), people: 3 }
  await open(loadFrom([...shops.slice(0, 2), long]))
  const opener = page.getByRole('button', { name: long.name })
  await expect.element(opener).toBeVisible()
  const rightOf = (name: string) => page.getByRole('columnheader', { name }).element().getBoundingClientRect().right
  expect(rightOf('People')).toBeLessThanOrEqual(1000)
  expect(opener.element().getBoundingClientRect().right).toBeLessThanOrEqual(rightOf('Location'))
  // The others are on one line.
  const others = page.getByRole('button', { name: 'Harbour Road', exact: true }).element()
  expect(others.getBoundingClientRect().height).toBeLessThan(32)
})

test('searches when typing pauses, says when nothing matches, and shows everything again', async () => {
  const { path } = await open()
  await search().fill('lane')
  await expect.poll(names).toEqual(['Ferry Lane', 'Mill Lane'])
  expect(path()).toBe('/?search=lane')
  await search().fill('no such shop')
  await expect.element(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(names).toHaveLength(5)
  await expect.element(search()).toHaveValue('')
  expect(path()).toBe('/')
})

test('searches at once when the field is left', async () => {
  const { path } = await open()
  await expect.poll(names).toContain('Ferry Lane')
  await userEvent.type(search(), 'lane')
  await userEvent.tab()
  // Without a retry, which would also wait for the pause in typing.
  expect(path()).toBe('/?search=lane')
})

test('a filter that is chosen before typing pauses is kept by the search', async () => {
  const { path } = await open()
  await search().fill('lane')
  await page.getByRole('button', { name: 'Size: All' }).click()
  await page.getByRole('menuitemradio', { name: 'Large' }).click()
  await expect.poll(path).toContain('search=lane')
  expect(path()).toContain('size=large')
})

test('works by the keyboard alone: / searches, arrows move, Enter opens', async () => {
  await open()
  await expect.poll(names).toHaveLength(5)
  await userEvent.keyboard('/')
  await expect.element(search()).toHaveFocus()
  await expect.element(search()).toHaveValue('')
  await userEvent.keyboard('{ArrowDown}')
  expect(inFocus()).toBe('Ferry Lane')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(inFocus()).toBe('Mill Lane')
  await userEvent.keyboard('{End}')
  expect(inFocus()).toBe('Quayside')
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  expect(inFocus()).toBe('Orchard Park')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('opened Orchard Park')).toBeVisible()
})

test('the arrow keys pass over rows that cannot be opened', async () => {
  const fixed = shops.map((shop) => ({ ...shop, isFixed: ['Ferry Lane', 'Mill Lane'].includes(shop.name) }))
  await open(loadFrom(fixed))
  await expect.poll(names).toHaveLength(5)
  await userEvent.keyboard('/{ArrowDown}')
  expect(inFocus()).toBe('Harbour Road')
  await userEvent.keyboard('{ArrowDown}')
  expect(inFocus()).toBe('Orchard Park')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(inFocus()).toBe('Harbour Road')
})

test('chosen rows stay chosen on other pages, and a new search forgets them', async () => {
  await open()
  await page.getByRole('checkbox', { name: 'Select Mill Lane' }).click()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  await expect.element(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Move' }).click()
  await expect.element(page.getByText('moved Mill Lane, Station Street, Summit Avenue')).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect.element(search()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Summit Avenue' }).click()
  // The arrow keys stay among the boxes.
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Select Station Street')
})

test('a page that no longer exists shows the last one; a link with nonsense shows the list', async () => {
  const { path } = await open(loadFrom(shops), '/?page=9')
  await expect.poll(names).toEqual(['Station Street', 'Summit Avenue'])
  expect(path()).toBe('/?page=2')
})

test('an empty list offers the first step; a failure keeps the filters and tries again', async () => {
  let fails = true
  const { path } = await open(() => {
    if (fails) throw new CallFailed('service_unavailable', 503)
    return { rows: [], total: 0 }
  }, '/?size=large')
  await expect.element(page.getByRole('heading', { name: 'Couldn’t load locations' })).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  expect(path()).toBe('/?size=large')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.element(page.getByRole('heading', { name: 'No location yet' })).toBeVisible()
})

test.each(['ltr', 'rtl'])('is accessible and fits a phone, where rows are cards (%s)', async (direction) => {
  document.documentElement.dir = direction
  try {
    await page.viewport(1440, 900)
    await open()
    await page.getByRole('checkbox', { name: 'Select Mill Lane' }).click()
    expect((await axe.run(document.body)).violations).toEqual([])
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page.viewport(390, 844)
    await expect.element(page.getByRole('button', { name: 'Sort: Location' })).toBeVisible()
    expect((await axe.run(document.body)).violations).toEqual([])
    expect(document.documentElement.scrollWidth).toBe(390)
    const [row] = page.getByRole('row').elements()
    const box = row!.querySelector('[data-choice]')!.getBoundingClientRect()
    const middle = row!.getBoundingClientRect().x + row!.getBoundingClientRect().width / 2
    expect(direction === 'ltr' ? box.x > middle : box.x < middle).toBe(true)
  } finally {
    document.documentElement.dir = 'ltr'
    await page.viewport(1440, 900)
  }
})

test('a link that is pressed while a search is still typed leads to its page, however slowly that loads', async () => {
  const loads = Promise.withResolvers<{ element: ReactNode }>()
  const { path } = await render(
    <>
      <Link to="/regions">Regions</Link>
      <Shops load={loadFrom(shops)} />
    </>,
    { routes: [{ path: '/regions', lazy: () => loads.promise }] },
  )
  await expect.poll(names).toContain('Ferry Lane')
  await userEvent.type(search(), 'ferry')
  await page.getByRole('link', { name: 'Regions' }).click()
  // Longer than the pause after which a search runs by itself.
  await new Promise((resolve) => setTimeout(resolve, 400))
  loads.resolve({ element: <h1>Regions of the business</h1> })
  await expect.element(page.getByRole('heading', { name: 'Regions of the business' })).toBeVisible()
  expect(path()).toBe('/regions')
})
