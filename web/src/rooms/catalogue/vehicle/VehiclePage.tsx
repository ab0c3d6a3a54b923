import type { VehicleView } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { IconCar } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { CallFailed } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { useSite } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { useVehicle } from './useVehicle.ts'
import classes from './VehiclePage.module.css'
import { VehicleStage } from './VehicleStage.tsx'
import stage from './VehicleStage.module.css'

/**
 * Shows the 360° view: a vehicle of the brand that can be turned, with films on it. `?vehicle=` selects another than
 * the first.
 */
export default function VehiclePage() {
  const t = useTexts()
  const { vehicle_layout_view: layout } = useSite()
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('vehicle') ?? undefined
  const query = useVehicle(wanted)
  const { data, error } = query
  usePage(t('nav_vehicle_view'))

  if (error && (!data || query.isPlaceholderData)) {
    const refused = error instanceof CallFailed ? error : null
    // The URL names a vehicle that this brand does not have, perhaps after a change of brand.
    if (wanted !== undefined && (refused?.http === 404 || refused?.http === 400))
      return <Navigate replace to={paths.vehicleView} />
    return (
      <div className={classes.state}>
        <ErrorState
          heading="h1"
          title={t('vehicle_not_loaded')}
          error={error}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  }
  if (!data)
    return (
      <div className={classes.waiting}>
        <h1 className="visually-hidden">{t('nav_vehicle_view')}</h1>
        <output className={classes.late}>{t('loading')}</output>
      </div>
    )
  if (data.images.length === 0)
    return (
      <div className={classes.state}>
        <EmptyState
          icon={IconCar}
          heading="h1"
          title={t('vehicle_none')}
          text={t('vehicle_none_text')}
          action={
            <Button component={Link} to={paths.home}>
              {t('show_all_films')}
            </Button>
          }
        />
      </div>
    )
  return (
    <div className={stage.stage}>
      <h1 className="visually-hidden">{t('nav_vehicle_view')}</h1>
      <div className={stage.choice}>
        <VehicleChoice data={data} onChoose={(vehicle) => setSearch({ vehicle }, { replace: true })} />
      </div>
      <VehicleStage key={data.vehicle} data={data} firstView={layout || 'turn'} />
    </div>
  )
}

/** Stays mounted while the vehicle changes, so that the keyboard focus is not lost. */
function VehicleChoice({ data, onChoose }: { data: VehicleView; onChoose: (vehicle: string) => void }) {
  const t = useTexts()
  // Selected, but still loading.
  const [next, setNext] = useState<string | null>(null)
  if (next === data.vehicle) setNext(null)
  if (data.vehicles.length < 2) return null
  return (
    <SegmentedControl
      label={t('vehicle_choice')}
      value={next ?? data.vehicle}
      onChange={(vehicle) => {
        setNext(vehicle)
        onChoose(vehicle)
      }}
      segments={data.vehicles.map(({ vehicle, vehicle_name: label }) => ({ value: vehicle, label }))}
    />
  )
}
