import { getHomeSystemChoice, type HomeSystem, setHomeSystems } from '@cutaway/contract/rooms/catalogue/site-content.ts'
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { ActionIcon, Button } from '../../../ui/form/Button.tsx'
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import classes from '../../sites/content/Content.module.css'
import { SiteFilter } from '../../sites/content/SiteFilter.tsx'
import { Overtaken } from '../../sites/content/Overtaken.tsx'
import { useDraft } from '../../sites/content/useDraft.ts'
import { useChosenSite } from '../../sites/content/useChosenSite.ts'

/** Chooses and orders the systems on the home page of a web site. */
export default function HomeSystemsPage() {
  const t = useTexts()
  const { site, sites, choose } = useChosenSite()
  const { web_site_id } = site
  const query = useQuery({
    queryKey: ['home-systems', web_site_id],
    queryFn: ({ signal }) => call(getHomeSystemChoice, { params: { web_site_id }, signal }),
  })
  return (
    <div className={classes.page}>
      <PageHeader title={t('home_page_title')} subtitle={t('home_page_subtitle')} />
      <div className={classes.bar}>
        <SiteFilter site={site} sites={sites} onChoose={choose} />
      </div>
      <QueryState
        query={query}
        heading="h2"
        failed={t('home_page_not_loaded')}
        waiting={<SkeletonRows rows={6} picture={false} />}
      >
        {({ chosen, systems }) => (
          <Choice key={web_site_id} webSiteId={web_site_id} stored={chosen} systems={systems} />
        )}
      </QueryState>
    </div>
  )
}

function Choice({
  webSiteId,
  stored,
  systems,
}: {
  webSiteId: number
  stored: readonly number[]
  systems: readonly HomeSystem[]
}) {
  const t = useTexts()
  const change = useChange('home-systems')
  const editing = useDraft<readonly number[]>(stored, (a, b) => a.join() === b.join())
  const { draft: chosen, setDraft: setChosen, isUnsaved, isOvertaken } = editing
  const [busy, setBusy] = useState(false)
  const nameOf = (id: number) => systems.find(({ system_id }) => system_id === id)?.name ?? ''
  const move = (from: number, to: number) => setChosen((now) => arrayMove([...now], from, to))
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const said = (id: number, over?: number) =>
    over === undefined
      ? nameOf(id)
      : t('home_system_at', { name: nameOf(id), place: chosen.indexOf(over) + 1, total: chosen.length })
  const save = async () => {
    setBusy(true)
    await change(
      send(setHomeSystems, { body: { web_site_id: webSiteId, systems: [...chosen], seen: [...stored] } }).then(
        (answer) => {
          if (answer.status === 1) editing.saved()
          return answer
        },
      ),
    )
    setBusy(false)
  }
  const others = systems.filter(({ system_id }) => !chosen.includes(system_id))
  return (
    <>
      <div className={classes.columns}>
        <section className={classes.card} aria-labelledby="systems-chosen">
          <h2 id="systems-chosen">{t('home_systems_chosen')}</h2>
          {chosen.length === 0 ? <p className={classes.soft}>{t('home_systems_all')}</p> : null}
          <DndContext
            sensors={sensors}
            collisionDetection={closestCenter}
            accessibility={{
              screenReaderInstructions: { draggable: t('home_systems_keys') },
              announcements: {
                onDragStart: ({ active }) => said(Number(active.id)),
                onDragOver: ({ active, over }) => (over ? said(Number(active.id), Number(over.id)) : undefined),
                onDragEnd: ({ active, over }) => (over ? said(Number(active.id), Number(over.id)) : undefined),
                onDragCancel: ({ active }) => said(Number(active.id)),
              },
            }}
            onDragEnd={({ active, over }) =>
              over ? move(chosen.indexOf(Number(active.id)), chosen.indexOf(Number(over.id))) : undefined
            }
          >
            <SortableContext items={[...chosen]} strategy={verticalListSortingStrategy}>
              <ol className={classes.rows}>
                {chosen.map((id, i) => (
                  <ChosenSystem
                    key={id}
                    id={id}
                    name={nameOf(id)}
                    onUp={i > 0 ? () => move(i, i - 1) : undefined}
                    onDown={i < chosen.length - 1 ? () => move(i, i + 1) : undefined}
                    onRemove={() => setChosen((now) => now.filter((one) => one !== id))}
                  />
                ))}
              </ol>
            </SortableContext>
          </DndContext>
          <p className={classes.soft}>{t('home_systems_keys')}</p>
        </section>
        <section className={classes.card} aria-labelledby="systems-others">
          <h2 id="systems-others">{t('home_systems_others')}</h2>
          <ul className={classes.rows}>
            {others.map(({ system_id, name, film_count }) => (
              <li key={system_id} className={classes.row}>
                <span className={classes.name}>
                  {name} <span className={classes.soft}>{t('films_count', { count: film_count })}</span>
                </span>
                <ActionIcon
                  aria-label={t('home_system_add', { name })}
                  onClick={() => setChosen((now) => [...now, system_id])}
                >
                  <IconPlus size={18} stroke={1.75} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <Overtaken draft={editing} />
      <div className={classes.acts}>
        <Button variant="filled" loading={busy} disabled={!isUnsaved || isOvertaken} onClick={() => void save()}>
          {t('save_changes')}
        </Button>
        {isUnsaved ? <Button onClick={() => setChosen([...stored])}>{t('content_discard')}</Button> : null}
      </div>
      <LeaveGuard unsaved={isUnsaved} params={['site']} />
    </>
  )
}

function ChosenSystem({
  id,
  name,
  onUp,
  onDown,
  onRemove,
}: {
  id: number
  name: string
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}) {
  const t = useTexts()
  const { number } = useFormat()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging, index } =
    useSortable({ id })
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-moving={isDragging || undefined}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={t('home_system_move', { name })}
      >
        <IconGripVertical size={18} stroke={1.75} aria-hidden />
      </button>
      <span className="num">{number(index + 1)}</span>
      <span className={classes.name}>{name}</span>
      <ActionIcon aria-label={t('home_system_up', { name })} disabled={!onUp} onClick={onUp}>
        <IconArrowUp size={18} stroke={1.75} />
      </ActionIcon>
      <ActionIcon aria-label={t('home_system_down', { name })} disabled={!onDown} onClick={onDown}>
        <IconArrowDown size={18} stroke={1.75} />
      </ActionIcon>
      <ActionIcon aria-label={t('home_system_remove', { name })} onClick={onRemove}>
        <IconX size={18} stroke={1.75} />
      </ActionIcon>
    </li>
  )
}
