import { lazy, type ReactNode, Suspense, useState } from 'react'
import { boot } from '../../core/boot.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { LanguageMenu } from '../../ui/overlay/LanguageMenu.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { SegmentedControl } from '../../ui/form/SegmentedControl.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeletons.tsx'
import { ButtonSpecimen, ChoiceSpecimen, FieldSpecimen, MarkSpecimen, TagSpecimen } from './ControlSpecimens.tsx'
import classes from './Gallery.module.css'
import { DrawingSpecimen, SkeletonSpecimen, StateSpecimen, TableSpecimen, TileSpecimen } from './ContentSpecimens.tsx'
import { DialogSpecimen, ToastSpecimen } from './LayerSpecimens.tsx'

const WidgetSpecimens = lazy(() => import('./WidgetSpecimens.tsx'))
const NotFoundPage = lazy(() => import('../../layouts/NotFoundPage.tsx'))

const specimens: readonly { name: string; Specimen: () => ReactNode }[] = [
  { name: 'Mark', Specimen: MarkSpecimen },
  { name: 'Button, ActionIcon', Specimen: ButtonSpecimen },
  { name: 'Segmented, Menu, ChoiceList', Specimen: ChoiceSpecimen },
  { name: 'Tag, Rating', Specimen: TagSpecimen },
  { name: 'TextInput, PasswordField, Checkbox, FormErrorSummary', Specimen: FieldSpecimen },
  { name: 'Select, MultiSelect, Tree of Mantine', Specimen: WidgetSpecimen },
  { name: 'Dialog, Drawer, ConfirmDialog', Specimen: DialogSpecimen },
  { name: 'Toasts, OfflineBar', Specimen: ToastSpecimen },
  { name: 'SystemIllustration, Hatch', Specimen: DrawingSpecimen },
  { name: 'Tile', Specimen: TileSpecimen },
  { name: 'Card, DataTable, Pagination, Breadcrumb', Specimen: TableSpecimen },
  { name: 'EmptyState, ErrorState', Specimen: StateSpecimen },
  { name: 'Skeletons', Specimen: SkeletonSpecimen },
]

function WidgetSpecimen() {
  return (
    <Suspense fallback={<SkeletonRows rows={3} picture={false} />}>
      <WidgetSpecimens />
    </Suspense>
  )
}

type Tenant = 'blue' | 'orange'

/** Shows every component of ui/ in its states, in both directions and for two tenants. Headings are component names. */
export default function GalleryPage() {
  const [first, setFirst] = useState<Tenant>('blue')
  if (!boot.demo)
    return (
      <Suspense fallback={null}>
        <NotFoundPage />
      </Suspense>
    )
  const panes: { dir: 'ltr' | 'rtl'; tenant: Tenant }[] = [
    { dir: 'ltr', tenant: first },
    { dir: 'rtl', tenant: first === 'blue' ? 'orange' : 'blue' },
  ]
  return (
    <div className={classes.page}>
      <Head first={first} setFirst={setFirst} />
      {specimens.map(({ name, Specimen }) => (
        <section key={name} className={classes.specimen} aria-label={name}>
          <h2 className={classes.name} lang="en">
            {name}
          </h2>
          <div className={classes.panes}>
            {panes.map(({ dir, tenant }) => (
              <div key={dir} className={classes.pane} dir={dir} data-tenant={tenant}>
                <Specimen />
              </div>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

function Head({ first, setFirst }: { first: Tenant; setFirst: (tenant: Tenant) => void }) {
  const t = useTexts()
  return (
    <PageHeader
      title={t('gallery')}
      actions={
        <>
          <LanguageMenu />
          <SegmentedControl
            label={t('change_brand')}
            value={first}
            onChange={setFirst}
            segments={[
              { value: 'blue', label: 'Northgate' },
              { value: 'orange', label: 'Ridgeline' },
            ]}
          />
        </>
      }
    />
  )
}
