// Package documents holds tests of the documentation itself: that the index of
// the decisions is whole, that links lead somewhere. It imports nothing of ours.
package documents
