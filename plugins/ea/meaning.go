// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import "convertd/core/ir"

// plan says how the arguments of a command fill an order. A plan goes by what
// arguments there are, not by fixed positions, since the same command carries
// different runs in different games.
type plan uint8

const (
	planRaw              plan = iota // nothing but the raw arguments
	planSelect                       // bools, objects: the objects become the selection
	planDeselect                     // the selection is emptied
	planRemove                       // objects leave the selection
	planSelectAll                    // everything is selected: what, the file does not say
	planGroupCreate                  // objects become a control group
	planGroupSelect                  // a control group becomes the selection
	planGroupAdd                     // a control group joins the selection
	planGroupAppend                  // objects join a control group
	planGroupRemove                  // objects leave a control group
	planActors                       // listed objects, else the selection, act
	planLocation                     // the selection acts at a location
	planObject                       // the selection acts on the first object
	planLastObject                   // the selection acts on the last object
	planGuardObject                  // object and mode
	planPower                        // power; objects are its sources
	planPowerAtLocation              // power, location; objects: in the way, sources
	planPowerAtObject                // power; objects: target, sources
	planRally                        // producers, location
	planProduce                      // template; producer listed or selected
	planCancelProduction             // production number, or producer and template
	planStructure                    // producer, template, number
	planCancelStructure              // producer, number, template
	planPlace                        // template, one or more locations, angles
	planUpgrade                      // upgrade; producers listed or selected
	planScience                      // science or player power
	planNumber                       // one number for the selection
	planPlayerNumber                 // numbers for the player, no subjects
	planBeaconText                   // one wide character each
	planCamera                       // location, angle, pitch, zoom
	planSelfDestruct                 // the player gives up or leaves
	planDestroyed                    // slot number of a player who is out
	planChecksum                     // logic CRC
	planEnd                          // the recording ends
	planPrivate                      // identity of an account or session: in native lines alone
)

type kindPlan struct {
	kind ir.Kind
	plan plan
}

// commandMeanings maps command names to what they are for. Names that are not
// here, or that have no canonical kind, become KindUnknown with raw arguments.
// Sources: docs/formats/ea.md#messages.
var commandMeanings = map[string]kindPlan{
	"CREATE_SELECTED_GROUP":                   {ir.KindSelect, planSelect},
	"CREATE_SELECTED_GROUP_NO_SOUND":          {ir.KindSelect, planSelect},
	"CREATE_SELECTED_GROUP_IDLE_WORKER_VOICE": {ir.KindSelect, planSelect},
	"CREATE_SELECT_ALL_GROUP":                 {ir.KindSelect, planSelectAll},
	"DESTROY_SELECTED_GROUP":                  {ir.KindDeselect, planDeselect},
	"REMOVE_FROM_SELECTED_GROUP":              {ir.KindDeselect, planRemove},
	"AREA_SELECTION":                          {ir.KindSystem, planRaw},

	"CREATE_TEAMN":      {ir.KindGroupAssign, planGroupCreate},
	"CREATE_TEAM":       {ir.KindGroupAssign, planGroupCreate},
	"SELECT_TEAMN":      {ir.KindGroupSelect, planGroupSelect},
	"SELECT_TEAM":       {ir.KindGroupSelect, planGroupSelect},
	"ADD_TEAMN":         {ir.KindGroupSelect, planGroupAdd},
	"ADD_TEAM":          {ir.KindGroupSelect, planGroupAdd},
	"ADD_TO_TEAMN":      {ir.KindGroupAppend, planGroupAppend},
	"REMOVE_FROM_TEAMN": {ir.KindUnknown, planGroupRemove},
	"REMOVE_FROM_TEAM":  {ir.KindUnknown, planGroupRemove},

	"DO_MOVETO":                      {ir.KindMove, planLocation},
	"DO_MOVETO_FORMATION":            {ir.KindMove, planLocation},
	"DO_MOVE_AND_ORIENTATE_OBJECTTO": {ir.KindMove, planLocation},
	"DO_SALVAGE":                     {ir.KindMove, planLocation},
	"DO_FORCEMOVETO":                 {ir.KindForceMove, planLocation},
	"DO_REVERSEMOVETO":               {ir.KindReverseMove, planLocation},
	"DO_ATTACKMOVETO":                {ir.KindAttackMove, planLocation},
	"DO_FORCEATTACKMOVETO":           {ir.KindAttackMove, planLocation},
	"DO_ATTACKMOVETO_OBJECT":         {ir.KindAttackMove, planObject},
	"DO_FORCEATTACKMOVETO_OBJECT":    {ir.KindAttackMove, planObject},
	"ADD_WAYPOINT":                   {ir.KindWaypoint, planLocation},
	"DO_STOP":                        {ir.KindStop, planActors},
	"DO_SCATTER":                     {ir.KindScatter, planActors},
	"DO_GUARD_POSITION":              {ir.KindGuard, planLocation},
	"DO_GUARD_OBJECT":                {ir.KindGuard, planGuardObject},
	"CREATE_FORMATION":               {ir.KindFormation, planActors},
	"HORDE_TOGGLE_FORMATION":         {ir.KindFormation, planActors},
	"HORDE_SET_FORMATION":            {ir.KindFormation, planActors},
	"CHANGE_STANCE":                  {ir.KindSetStance, planNumber},
	"DO_ATTACK_OBJECT":               {ir.KindAttack, planObject},
	"DO_ATTACKSQUAD":                 {ir.KindAttack, planRaw},
	"DO_FORCE_ATTACK_OBJECT":         {ir.KindForceAttack, planObject},
	"DO_FORCE_ATTACK_GROUND":         {ir.KindForceAttack, planLocation},
	"CAPTUREBUILDING":                {ir.KindCapture, planObject},
	"ENTER":                          {ir.KindEnter, planLastObject},
	"DOCK":                           {ir.KindDock, planLastObject},
	"GET_REPAIRED":                   {ir.KindDock, planObject},
	"GET_HEALED":                     {ir.KindDock, planObject},
	"HARVEST":                        {ir.KindHarvest, planLocation},
	"EVACUATE":                       {ir.KindUnload, planActors},
	"EVACUATE_CONTESTERS":            {ir.KindUnload, planActors},
	"CREW_EVACUATE":                  {ir.KindUnload, planActors},
	"EXIT":                           {ir.KindUnload, planObject},
	"COMBATDROP_AT_LOCATION":         {ir.KindUnload, planLocation},
	"COMBATDROP_AT_OBJECT":           {ir.KindUnload, planObject},
	"CASTLE_UNPACK":                  {ir.KindDeploy, planActors},
	"CASTLE_PACK":                    {ir.KindDeploy, planActors},
	"DO_REPAIR":                      {ir.KindRepairBuilding, planObject},
	"START_SELF_REPAIR":              {ir.KindRepairBuilding, planActors},
	"START_NEIGHBORHOOD_REPAIR":      {ir.KindRepairBuilding, planActors},
	"SELL":                           {ir.KindSell, planActors},
	"TOGGLE_POWER":                   {ir.KindPowerToggle, planActors},
	"TOGGLE_OVERCHARGE":              {ir.KindPowerToggle, planActors},
	"SET_RALLY_POINT":                {ir.KindSetRallyPoint, planRally},
	"QUEUE_UNIT_CREATE":              {ir.KindProduce, planProduce},
	"CANCEL_UNIT_CREATE":             {ir.KindCancelProduction, planCancelProduction},
	"QUEUE_STRUCTURE_CREATE":         {ir.KindProduce, planStructure},
	"CANCEL_STRUCTURE_CREATE":        {ir.KindCancelProduction, planCancelStructure},
	"PLACE_STRUCTURE":                {ir.KindPlaceBuilding, planPlace},
	"DOZER_CONSTRUCT":                {ir.KindPlaceBuilding, planPlace},
	"DOZER_CONSTRUCT_LINE":           {ir.KindPlaceBuilding, planPlace},
	"FOUNDATION_CONSTRUCT":           {ir.KindPlaceBuilding, planPlace},
	"WALL_HUB_CONSTRUCT_SPAN":        {ir.KindPlaceBuilding, planPlace},
	"CASTLE_UNPACK_EXPLICIT_OBJECT":  {ir.KindPlaceBuilding, planPlace},
	"DOZER_CANCEL_CONSTRUCT":         {ir.KindCancelConstruction, planActors},
	"QUEUE_UPGRADE":                  {ir.KindResearch, planUpgrade},
	"CANCEL_UPGRADE":                 {ir.KindCancelResearch, planUpgrade},
	"PURCHASE_SCIENCE":               {ir.KindPurchasePower, planScience},
	"PURCHASE_PROTOCOL":              {ir.KindPurchasePower, planScience},
	"DO_SPECIAL_POWER":               {ir.KindUseAbility, planPower},
	"DO_SPELLBOOK_SPECIAL_POWER":     {ir.KindUseAbility, planPower},
	"DO_SPECIAL_POWER_AT_LOCATION":   {ir.KindUseAbility, planPowerAtLocation},
	"DO_SPECIAL_POWER_AT_OBJECT":     {ir.KindUseAbility, planPowerAtObject},
	"DO_WEAPON":                      {ir.KindUseAbility, planNumber},
	"SWITCH_WEAPONS":                 {ir.KindUseAbility, planNumber},
	"WEAPONSET_TOGGLE":               {ir.KindUseAbility, planActors},
	"INTERNET_HACK":                  {ir.KindUseAbility, planActors},
	"CONVERT_TO_CARBOMB":             {ir.KindUseAbility, planObject},
	"DISABLEVEHICLE_HACK":            {ir.KindUseAbility, planObject},
	"DISABLEBUILDING_HACK":           {ir.KindUseAbility, planObject},
	"STEALCASH_HACK":                 {ir.KindUseAbility, planObject},
	"SNIPE_VEHICLE":                  {ir.KindUseAbility, planObject},
	"OPEN_GATE":                      {ir.KindUseAbility, planActors},
	"CLOSE_GATE":                     {ir.KindUseAbility, planActors},
	"DO_AUTO_ABILITY":                {ir.KindSetAutocast, planActors},
	"DO_AUTO_ABILITY_WEAPON":         {ir.KindSetAutocast, planActors},
	"PLACE_BEACON":                   {ir.KindBeacon, planLocation},
	"REMOVE_BEACON":                  {ir.KindRemoveBeacon, planActors},
	"SET_BEACON_TEXT":                {ir.KindBeacon, planBeaconText},
	"GIVE_MONEY":                     {ir.KindDiplomacy, planPlayerNumber},
	"ENABLE_RETALIATION_MODE":        {ir.KindSetParameter, planPlayerNumber},
	"CHANGE_ORDERMODE":               {ir.KindSetParameter, planPlayerNumber},
	"ADD_ALL_FACTION_UPGRADE":        {ir.KindCheat, planPlayerNumber},
	"SET_REPLAY_CAMERA":              {ir.KindCamera, planCamera},
	"SELF_DESTRUCT":                  {ir.KindResign, planSelfDestruct},
	"DESTRUCT_PLAYER":                {ir.KindResign, planDestroyed},
	"LOGIC_CRC":                      {ir.KindSync, planChecksum},
	"ANNOUNCE_RTT":                   {ir.KindSystem, planRaw},
	"CLEAR_INGAME_POPUP_MESSAGE":     {ir.KindSystem, planRaw},
	"BC_MATCH_ID":                    {ir.KindSystem, planRaw},
	"STATS_SESSION":                  {ir.KindSystem, planPrivate},
	"STATS_AUTH":                     {ir.KindSystem, planPrivate},
	"NEW_GAME":                       {ir.KindStartGame, planRaw},
	"CLEAR_GAME_DATA":                {ir.KindEndGame, planEnd},
	"AUTO_SAVE":                      {ir.KindSaveGame, planRaw},
	"DO_WEAPON_AT_LOCATION":          {ir.KindForceAttack, planLocation},
	"DO_WEAPON_AT_OBJECT":            {ir.KindForceAttack, planObject},
	"COMBINE_HORDES_WITH_OBJECT":     {ir.KindUseAbility, planObject},

	// Both readings of the misspelling: the executables have it, the table of
	// Red Alert 3 does not.
	"DO_SPECIAL_POWER_AT_MULIPLE_LOCATIONS":   {ir.KindUseAbility, planPowerAtLocation}, //nolint:misspell // the game spells it so
	"DO_SPECIAL_POWER_AT_MULTIPLE_LOCATIONS":  {ir.KindUseAbility, planPowerAtLocation},
	"DO_SPECIAL_POWER_AT_LOCATION_WITH_ANGLE": {ir.KindUseAbility, planPowerAtLocation},
	"DO_SPECIAL_POWER_OVERRIDE_DESTINATION":   {ir.KindUseAbility, planPowerAtLocation},
}
