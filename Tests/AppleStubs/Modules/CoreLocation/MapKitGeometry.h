#include "CoreLocation.h"

// Structs of C, as in MapKit: Swift has their initializers, and may send them.
typedef struct {
  double x;
  double y;
} MKMapPoint;

typedef struct {
  double width;
  double height;
} MKMapSize;

typedef struct {
  MKMapPoint origin;
  MKMapSize size;
} MKMapRect;

typedef struct {
  CLLocationDegrees latitudeDelta;
  CLLocationDegrees longitudeDelta;
} MKCoordinateSpan;

typedef struct {
  CLLocationCoordinate2D center;
  MKCoordinateSpan span;
} MKCoordinateRegion;
